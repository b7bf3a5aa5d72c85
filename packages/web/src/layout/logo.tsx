/** The mark: prices as steps over the floor of the hall. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg aria-hidden width={size} height={size} viewBox="0 0 32 32">
      <rect width="32" height="32" rx="7" className="fill-[#0b6e69]" />
      <path d="M6 21h5v-6h5v3h5v-8h5" fill="none" stroke="#fff" strokeWidth="2.6" strokeLinecap="square" />
      <path d="M6 25.5h20" stroke="#9fd8d2" strokeWidth="1.6" />
    </svg>
  );
}
