/** The few icons of pages without the component library; 24 px grid, in the surrounding color. */
const paths = {
  close: "M6 6l12 12M18 6L6 18",
} as const;

export function PlainIcon({ name, size = 24 }: { name: keyof typeof paths; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <path
        d={paths[name]}
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
