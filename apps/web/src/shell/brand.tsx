import { Link } from 'wouter';
import { siteConfig } from '../browser/site-config.ts';

/** The logo (a sonde that sends a signal and receives an echo) and the name. */
export function Brand({ onChoose }: { onChoose?: () => void }) {
  return (
    <Link className="brand" href="/" onClick={onChoose}>
      <svg viewBox="0 0 28 28" aria-hidden="true">
        <rect width="28" height="28" rx="8" />
        <circle cx="14" cy="14" r="3" fill="#fff" />
        <path
          d="M14 6a8 8 0 0 1 8 8M6 14a8 8 0 0 0 8 8"
          stroke="#fff"
          strokeWidth="2.2"
          strokeLinecap="round"
          fill="none"
        />
      </svg>
      {siteConfig.brand}
    </Link>
  );
}
