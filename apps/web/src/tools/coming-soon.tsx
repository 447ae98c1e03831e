import { Check } from 'lucide-react';
import { use } from 'react';
import { Link } from 'wouter';
import { PageHeader } from '../ui/page-header.tsx';
import { ToolsContext } from '../ui/tools-context.ts';
import type { PageProps } from './screen-card.ts';

/** The page of an announced tool: what it will do, and a tool that works today. No form, nothing to sign up for. */
export function Page({ screen }: PageProps) {
  const working = use(ToolsContext).find(({ status, group }) => status === 'live' && group === screen.group);
  return (
    <>
      <PageHeader icon={screen.icon} title={screen.title} subtitle={screen.subtitle} />
      <h2 className="heading">What it will do</h2>
      <ul className="soon-grid">
        {screen.features.map((feature) => (
          <li key={feature}>
            <Check className="i" />
            {feature}
          </li>
        ))}
      </ul>
      {working && (
        <p>
          <Link href={working.path}>Use {working.title} meanwhile</Link>
        </p>
      )}
    </>
  );
}
