import { useContext, useState } from 'react';
import { Link } from 'wouter';
import { lookupLink, toolsFor } from '../../screens/lookup-link.ts';
import { ToolsContext } from '../../screens/screens-context.ts';

/**
 * Links to the other tools for one name, behind a button: otherwise a page of a thousand names would have five thousand
 * links.
 */
export function LookUp({ target }: { readonly target: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="look" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary aria-label={`Look up ${target}`}>Look up</summary>
      {isOpen && <Links target={target} />}
    </details>
  );
}

function Links({ target }: { readonly target: string }) {
  const others = toolsFor(target, useContext(ToolsContext)).filter(({ id }) => id !== 'subdomain');
  return (
    <p className="go">
      {others.map((screen) => (
        <Link key={screen.id} href={lookupLink(screen, target) ?? screen.path} aria-label={`${screen.name}: ${target}`}>
          {screen.name}
        </Link>
      ))}
    </p>
  );
}
