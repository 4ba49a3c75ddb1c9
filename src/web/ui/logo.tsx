/** The product's logo, in the surrounding color. index.html has the same path for the splash. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path
        fill="currentColor"
        fillRule="evenodd"
        d="M9 2h14a7 7 0 0 1 7 7v14a7 7 0 0 1-7 7H9a7 7 0 0 1-7-7V9a7 7 0 0 1 7-7Zm1 7v3.2h7.6L9.6 20.4V23H22v-3.2h-7.7l8-8.2V9Z"
      />
    </svg>
  );
}
