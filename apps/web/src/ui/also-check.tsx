import { use } from 'react';
import { Link } from 'wouter';
import { lookupLink, toolsFor } from '../shell/lookup-link.ts';
import { asTyped } from './shown-text.ts';
import { ToolsContext } from './tools-context.ts';

/** Under an answer: the other tools with the same target. */
export function AlsoCheck({ tool, target }: { readonly tool: string; readonly target: string }) {
  const others = toolsFor(target, use(ToolsContext)).filter(({ id }) => id !== tool);
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
