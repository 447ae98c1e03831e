import { derivedTables } from '@sonde/contract/table/derived-tables';
import { useState } from 'react';
import { Link } from 'wouter';
import { CopyButton } from '../../ui/export/copy-button.tsx';
import { ExportMenu } from '../../ui/export/export-menu.tsx';
import { ShareButton } from '../../ui/export/share-button.tsx';
import { Building2 } from '../../ui/icons/lucide/building-2.ts';
import { Tags } from '../../ui/icons/lucide/tags.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { RecordTable } from '../../ui/tables/record-table.tsx';
import { VerdictCard } from '../answer/verdict-card.tsx';
import { LookupFailure } from '../lookup/lookup-failure.tsx';
import { LookupFrame } from '../lookup/lookup-frame.tsx';
import type { ResultProps } from '../lookup/lookup-page.tsx';
import { useLookup } from '../lookup/use-lookup.ts';
import type { Asked } from '../lookup/use-lookup-form.ts';
import { Loading } from './loading.tsx';
import { failureText, gapSentences } from './messages.ts';
import { type VendorAnswer, vendorSearch } from './query.ts';

/** The address blocks of owners whose names contain the words in the field. */
export function VendorResult({ asked: { target, submitCount }, onRunning, onCancel }: ResultProps<Asked>) {
  const [{ name, page }, setPage] = useState({ name: target, page: 1 });
  const current = name === target ? page : 1;
  const { answer, error, isBusy, askAgain } = useLookup(vendorSearch(target, current), submitCount, onRunning);
  if (isBusy && answer === null) return <Loading onCancel={onCancel} />;
  if (error !== null) return <LookupFailure error={error} message={failureText(error)} onAgain={askAgain} />;
  if (answer === null) return null;
  return <Found data={answer.data} isOld={isBusy} onPage={(next) => setPage({ name: target, page: next })} />;
}

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

interface FoundProps {
  readonly data: VendorAnswer;
  readonly isOld: boolean;
  onPage(page: number): void;
}

function Found({ data, isOld, onPage }: FoundProps) {
  const { q, owners, ownerCount, assignments, assignmentCount, registryDate } = data;
  const date = registryDate === null ? [] : [`Registry of ${registryDate}.`];
  const isCut = ownerCount > owners.length;
  const title = ownerCount === 0 ? `No owner’s name contains “${q}”` : count(ownerCount, 'owner', 'owners');
  return (
    <LookupFrame
      isOld={isOld}
      top={
        <VerdictCard
          title={title}
          judgement={null}
          sentence={ownerCount === 0 ? undefined : `${q} · ${count(assignmentCount, 'block', 'blocks')}`}
          line={null}
          announcement={title}
          hrefOf={() => ''}
          notes={[
            ...gapSentences(data),
            ...(isCut ? [`Only the first ${owners.length} owners are listed.`] : []),
            ...date,
          ]}
          actions={
            <>
              <ShareButton />
              <ExportMenu tool="mac" target={q} data={{ ...data, findings: [] }} tables={derivedTables(data)} />
            </>
          }
        />
      }
    >
      {owners.length > 0 && (
        <Panel
          title="Owners"
          icon={Building2}
          count={ownerCount}
          note="Names as registered: one company may have several."
        >
          <RecordTable
            label="Owners"
            titles={['Owner', 'Blocks']}
            rows={owners.map((one) => [one.owner, String(one.assignments ?? '')])}
          />
        </Panel>
      )}
      {assignments.length > 0 && (
        <Panel
          title="Blocks"
          icon={Tags}
          count={assignmentCount}
          actions={<CopyButton label="these prefixes" text={assignments.map(({ prefix }) => prefix).join('\n')} />}
        >
          <RecordTable
            label="Blocks"
            titles={['Prefix', 'Owner', 'Registry']}
            rows={assignments.map(({ prefix, bits, owner, registry }) => [`${prefix}/${bits}`, owner, registry ?? ''])}
            formats={prefixLinks}
          />
          <Pages data={data} onPage={onPage} />
        </Panel>
      )}
    </LookupFrame>
  );
}

const prefixLinks = new Map([
  ['Prefix', { show: (prefix: string) => <Link href={`/mac?${new URLSearchParams({ mac: prefix })}`}>{prefix}</Link> }],
]);

function Pages({ data: { page, pageCount }, onPage }: Pick<FoundProps, 'data' | 'onPage'>) {
  if (page === null || pageCount === null || pageCount < 2) return null;
  return (
    <nav className="rest" aria-label="Pages of blocks">
      <button className="btn" type="button" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </button>
      <span>
        Page {page} of {pageCount}
      </span>
      <button className="btn" type="button" disabled={page >= pageCount} onClick={() => onPage(page + 1)}>
        Next
      </button>
    </nav>
  );
}
