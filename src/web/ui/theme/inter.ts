import file from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";

/** Shows texts in Inter once it has loaded; until then, in a font of the same size. */
export function showInter(): void {
  document.fonts.add(
    new FontFace("Inter", `url(${file}) format("woff2")`, { weight: "100 900", display: "swap" }),
  );
}
