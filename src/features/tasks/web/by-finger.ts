import { useMediaQuery } from "@mantine/hooks";

const touch = "(pointer: coarse)";

/** Whether the screen is mainly used by fingers, as the style sheets ask. */
export const useByFinger = (): boolean =>
  useMediaQuery(touch, matchMedia(touch).matches, { getInitialValueInEffect: false });
