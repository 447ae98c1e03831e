import { lazy, Suspense, useContext, useState } from 'react';
import { Link } from 'wouter';
import { StatusLine } from '../../../ui/feedback/status-line.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { asTyped } from '../../../ui/text/shown-text.ts';
import { FrozenContext } from '../../checked/frozen-context.ts';
import { lookupLink, toolsFor } from '../../screens/lookup-link.ts';
import { ToolsContext } from '../../screens/screens-context.ts';
import type { DnsOptions } from '../options/dns-options.ts';
import type { PublicRow } from './comparison.tsx';

export interface EverywhereProps {
  readonly domain: string;
  readonly options: DnsOptions;
  /** The types to choose from; the first is preselected. */
  readonly types: readonly string[];
}

/** What the comparison can and cannot tell. */
const NOTE =
  'Queries well-known public resolvers for the same records, all from this server. A different answer may be an older one from a resolver’s cache, or one meant for another location. This does not show what visitors in other places get.';

const Comparison = lazy(() => import('./comparison.tsx').then(({ Comparison: Loaded }) => ({ default: Loaded })));

/**
 * Sends the same question to public resolvers when the visitor requests it. Each type costs as much as a lookup, and a query
 * to every one of them, so none is sent unasked; those asked for stand side by side.
 */
export function Everywhere({ domain, options, types }: EverywhereProps) {
  const [type, setType] = useState(types[0] ?? 'A');
  const [asked, setAsked] = useState<{ readonly type: string; readonly count: number } | null>(null);
  const [byType, setByType] = useState<ReadonlyMap<string, readonly PublicRow[]>>(new Map());
  // What resolvers say now does not belong to an answer of another day.
  if (useContext(FrozenContext) !== null) return null;
  return (
    <Panel
      title="Public resolvers"
      note={NOTE}
      span={12}
      actions={
        <>
          <label>
            <span className="sr">Record type to compare</span>
            <select value={type} onChange={({ target }) => setType(target.value)}>
              {types.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          </label>
          <button className="btn" type="button" onClick={() => setAsked({ type, count: (asked?.count ?? 0) + 1 })}>
            Query public resolvers
          </button>
        </>
      }
    >
      <PastCaches domain={domain} />
      {asked !== null && (
        <Suspense fallback={<StatusLine text="Querying public resolvers..." onCancel={() => setAsked(null)} />}>
          <Comparison
            key={asked.type}
            domain={domain}
            type={asked.type}
            options={options}
            count={asked.count}
            byType={byType}
            onAnswers={(one, rows) => setByType((known) => new Map([...known, [one, rows]]))}
            onCancel={() => setAsked(null)}
          />
        </Suspense>
      )}
    </Panel>
  );
}

/** Leads to the tool that asks the name servers of the domain, for those who wait for a change. */
function PastCaches({ domain }: Pick<EverywhereProps, 'domain'>) {
  const delegation = toolsFor(domain, useContext(ToolsContext)).find(({ id }) => id === 'delegation');
  const href = delegation === undefined ? null : lookupLink(delegation, asTyped(domain));
  if (href === null) return null;
  return (
    <p className="told">
      <Link href={href}>Delegation</Link> asks the name servers of the domain themselves, whose answers no cache has
      kept.
    </p>
  );
}
