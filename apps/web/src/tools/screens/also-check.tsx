import { useContext } from 'react';
import { Link } from 'wouter';
import { asTyped, shownText } from '../../ui/text/shown-text.ts';
import { lookupLink, toolsFor } from './lookup-link.ts';
import type { ScreenCard } from './screen-card.ts';
import { ToolsContext } from './screens-context.ts';

export interface AlsoCheckProps {
  readonly tool: string;
  readonly target: string;
  /** True if the name does not exist: only what tells why is offered. */
  readonly isMissing?: boolean;
}

/** Links below an answer: the other tools with the same target. */
export function AlsoCheck({ tool, target, isMissing = false }: AlsoCheckProps) {
  const all = useContext(ToolsContext);
  const offers = isMissing ? offersForMissing(target, all, tool) : offersFor(target, all, tool);
  if (offers.length === 0) return null;
  return (
    <nav className="also" aria-label="Also check">
      <span>Also check</span>
      {offers.map(({ screen, of }) => (
        <Link key={screen.id} className="btn" href={lookupLink(screen, asTyped(of)) ?? screen.path}>
          <screen.icon className="i" />
          {of === target ? screen.name : `${screen.name} of ${shownText(of)}`}
        </Link>
      ))}
    </nav>
  );
}

const offersFor = (of: string, screens: readonly ScreenCard[], without: string) =>
  toolsFor(of, screens).flatMap((screen) => (screen.id === without ? [] : [{ screen, of }]));

/** Whether it is registered, where its delegation ends, and what the name above it has. */
function offersForMissing(target: string, screens: readonly ScreenCard[], without: string) {
  const above = target.slice(target.indexOf('.') + 1);
  return [
    ...offersFor(target, screens, without).filter(({ screen }) => screen.id === 'whois' || screen.id === 'delegation'),
    ...offersFor(above, screens, '').filter(({ screen }) => screen.id === 'dns' && above.includes('.')),
  ];
}
