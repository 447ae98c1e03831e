import { useContext } from 'react';
import { Link, useLocation } from 'wouter';
import { siteConfig } from '../browser/site-config.ts';
import { ToolsContext } from '../tools/screens/screens-context.ts';

/** The specification fixes the year. */
const COPYRIGHT_YEAR = 2024;

export function Footer() {
  const { brand, contactEmail } = siteConfig;
  const [path] = useLocation();
  const tool = useContext(ToolsContext).find((screen) => screen.path === path && screen.status === 'live');
  return (
    <footer className="foot">
      <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
      <Link href="/privacy-policy">Privacy Policy</Link>
      <Link href="/lists">Lists</Link>
      <Link href="/certificate">Certificates</Link>
      <a href={tool === undefined ? '/api/docs' : `/api/docs/${tool.id}`}>API</a>
      <p>
        © {COPYRIGHT_YEAR} {brand}
      </p>
    </footer>
  );
}
