import { Link } from 'wouter';
import { siteConfig } from '../browser/site-config.ts';

/** The specification fixes the year. */
const COPYRIGHT_YEAR = 2024;

export function Footer() {
  const { brand, contactEmail } = siteConfig;
  return (
    <footer className="foot">
      <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
      <Link href="/privacy-policy">Privacy Policy</Link>
      <Link href="/lists">Lists</Link>
      <Link href="/certificate">Certificates</Link>
      <a href="/api/docs">API</a>
      <p>
        © {COPYRIGHT_YEAR} {brand}
      </p>
    </footer>
  );
}
