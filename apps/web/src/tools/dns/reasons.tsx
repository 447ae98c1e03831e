import { useContext } from 'react';
import { Link } from 'wouter';
import { FoldedPanel } from '../../ui/layout/folded-panel.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { RecordTable } from '../../ui/tables/record-table.tsx';
import { lookupLink, toolsFor } from '../screens/lookup-link.ts';
import { ToolsContext } from '../screens/screens-context.ts';
import { hasFinding } from './messages.ts';
import type { DnsAnswer } from './query.ts';

/** What the resolver explained beside the records: the same words for many types share one row. */
export function Reasons({ data }: { readonly data: DnsAnswer }) {
  const errors = data.extendedErrors ?? [];
  if (errors.length === 0) return null;
  const table = <RecordTable label="Extended DNS errors" titles={['Reason', 'Types', 'Text']} rows={rowsOf(errors)} />;
  // What to do says it, and leads to the delegation check.
  if (hasFinding(data, 'dnssec-failed')) return <FoldedPanel title="Extended DNS errors">{table}</FoldedPanel>;
  const isBare = errors.every(({ text }) => text === null);
  return (
    <Panel
      title="Extended DNS errors"
      span={12}
      note={isBare ? BARE : undefined}
      actions={<DelegationLink domain={data.domain} />}
    >
      {table}
    </Panel>
  );
}

const BARE =
  'The resolver sent only codes, as it does for cached results. The delegation check queries every server of the zone directly.';

/** Links to the check that finds the server and the key behind a reason; nothing if this server has no such check. */
export function DelegationLink({ domain }: { readonly domain: string }) {
  const check = toolsFor(domain, useContext(ToolsContext)).find(({ id }) => id === 'delegation');
  const link = check && lookupLink(check, domain);
  if (!link) return null;
  return (
    <Link className="btn" href={link}>
      Check the delegation
    </Link>
  );
}

/** The same below a remedy. */
export function CheckDelegation({ domain }: { readonly domain: string }) {
  return (
    <div className="finding-action">
      <DelegationLink domain={domain} />
    </div>
  );
}

type Errors = NonNullable<DnsAnswer['extendedErrors']>;

function rowsOf(errors: Errors): string[][] {
  const groups = new Map<string, { readonly title: string; readonly types: string[]; readonly text: string }>();
  for (const { recordName, code, name, text } of errors) {
    const title = name === null ? `Code ${code}` : `${name} (${code})`;
    // Resolvers repeat the question in their explanation.
    const words = (text ?? '').replace(/<\S+ \S+ IN>/, '').replace(/ :/, ':');
    const key = JSON.stringify([title, words]);
    const group = groups.get(key) ?? { title, types: [], text: text ?? 'no details' };
    group.types.push(recordName);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ title, types, text }) => [title, types.join(', '), text]);
}
