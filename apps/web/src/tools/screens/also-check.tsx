import { useContext } from 'react';
import { Link } from 'wouter';
import { asTyped } from '../../ui/text/shown-text.ts';
import { lookupLink, toolsFor } from './lookup-link.ts';
import { ToolsContext } from './screens-context.ts';

/** Links below an answer: the other tools with the same target. */
export function AlsoCheck({ tool, target }: { readonly tool: string; readonly target: string }) {
  const others = toolsFor(target, useContext(ToolsContext)).filter(({ id }) => id !== tool);
  if (others.length === 0) return null;
  return (
    <nav className="also" aria-label="Also check">
      <span>Also check</span>
      {others.map((screen) => (
        <Link key={screen.id} className="btn" href={lookupLink(screen, asTyped(target)) ?? screen.path}>
          <screen.icon className="i" />
          {screen.name}
        </Link>
      ))}
    </nav>
  );
}
