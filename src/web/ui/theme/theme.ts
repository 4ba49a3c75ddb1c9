import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from "@mantine/core";

/** The same token ten times: shades aren't used, because the token itself follows the color scheme. */
function tuple(token: string): MantineColorsTuple {
  return Array(10).fill(`var(${token})`) as unknown as MantineColorsTuple;
}

/** The tokens for Mantine's grays, by their role in the design, lightest first. */
function shades(tokens: string): MantineColorsTuple {
  return tokens.split(" ").map((token) => `var(--z-${token})`) as unknown as MantineColorsTuple;
}

interface Tone {
  solid: string;
  hover: string;
  on: string;
  soft: string;
}

const tones: Record<string, Tone> = {
  accent: {
    solid: "var(--z-accent)",
    hover: "var(--z-accent-hover)",
    on: "var(--z-on-accent)",
    soft: "var(--z-accent-soft)",
  },
  danger: {
    solid: "var(--z-danger)",
    hover: "var(--z-danger-hover)",
    on: "var(--z-on-danger)",
    soft: "color-mix(in srgb, var(--z-danger) 12%, transparent)",
  },
  gray: {
    solid: "var(--z-text-2)",
    hover: "var(--z-text-1)",
    on: "var(--z-surface)",
    soft: "var(--z-sunken)",
  },
};

/**
 * Mantine guesses text on filled buttons from a hex value. Our colors are variables, so both are set here.
 */
const variantColorResolver: VariantColorsResolver = (input) => {
  const tone = tones[input.color ?? input.theme.primaryColor];
  if (!tone) return defaultVariantColorsResolver(input);
  const border = "1px solid transparent";
  switch (input.variant) {
    case "filled":
      return { background: tone.solid, hover: tone.hover, color: tone.on, border };
    case "light":
      return { background: tone.soft, hover: tone.soft, color: tone.solid, border };
    case "outline":
      return {
        background: "transparent",
        hover: "var(--z-hover)",
        color: tone.solid,
        border: `1px solid ${tone.solid}`,
      };
    case "subtle":
    case "transparent":
      return { background: "transparent", hover: "var(--z-hover)", color: tone.solid, border };
    case "default":
      // Softer than a field's border, because a button's text says what it is.
      return {
        background: "var(--z-surface)",
        hover: "color-mix(in srgb, var(--z-surface) 55%, var(--z-sunken))",
        color: "var(--z-text-1)",
        border: "1px solid var(--z-button-border)",
      };
    default:
      return defaultVariantColorsResolver(input);
  }
};

/** Mantine's settings: the design's sizes and colors, otherwise Mantine's defaults. */
export const theme = createTheme({
  primaryColor: "accent",
  colors: {
    accent: tuple("--z-accent"),
    danger: tuple("--z-danger"),
    gray: shades("sunken sunken border border control-border control-border text-3 text-2 text-1 text-1"),
    dark: shades("text-1 text-2 text-3 control-border control-border border surface surface page page"),
  },
  variantColorResolver,
  fontFamily: "var(--z-font)",
  fontFamilyMonospace: "var(--z-mono)",
  fontSizes: { xs: "12px", sm: "13px", md: "14px", lg: "16px", xl: "20px" },
  lineHeights: { xs: "16px", sm: "18px", md: "20px", lg: "24px", xl: "28px" },
  fontWeights: { regular: "400", medium: "550", bold: "680" },
  spacing: { xs: "4px", sm: "8px", md: "12px", lg: "16px", xl: "24px" },
  radius: {
    xs: "4px",
    sm: "var(--z-radius)",
    md: "var(--z-radius)",
    lg: "var(--z-radius)",
    xl: "var(--z-radius)",
  },
  defaultRadius: "sm",
  shadows: { xs: "none", sm: "none", md: "var(--z-shadow)", lg: "var(--z-shadow)", xl: "var(--z-shadow)" },
  headings: { fontFamily: "var(--z-font)", fontWeight: "680" },
  focusRing: "auto",
  respectReducedMotion: true,
  cursorType: "pointer",
});

/** Mantine's own variables, mapped to design tokens; the same in both schemes, because the tokens change. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    "--mantine-color-body": "var(--z-surface)",
    "--mantine-color-text": "var(--z-text-1)",
    "--mantine-color-bright": "var(--z-text-1)",
    "--mantine-color-dimmed": "var(--z-text-3)",
    "--mantine-color-placeholder": "var(--z-text-3)",
    "--mantine-color-anchor": "var(--z-accent)",
    "--mantine-color-error": "var(--z-danger)",
    "--mantine-color-disabled": "var(--z-sunken)",
    "--mantine-color-disabled-color": "var(--z-text-3)",
    "--mantine-color-disabled-border": "var(--z-border)",
    "--mantine-color-default": "var(--z-surface)",
    "--mantine-color-default-hover": "var(--z-sunken)",
    "--mantine-color-default-color": "var(--z-text-1)",
    "--mantine-color-default-border": "var(--z-control-border)",
    "--mantine-primary-color-contrast": "var(--z-on-accent)",
    "--mantine-primary-color-filled": "var(--z-accent)",
    "--mantine-primary-color-filled-hover": "var(--z-accent-hover)",
  },
  light: {},
  dark: {},
});
