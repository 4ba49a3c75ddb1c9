/** The media query of a phone's window, as in the style sheets. */
export const phone = "(max-width: 47.49em)";
