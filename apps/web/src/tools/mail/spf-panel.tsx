import { amountText } from '@sonde/contract/mail/spf-amount';
import { counted } from '@sonde/contract/text/counted';
import { lookupsPicture } from '@sonde/contract/tools/mail/pictures/lookups';
import { Picture } from '../../ui/charts/picture.tsx';
import { ListTree } from '../../ui/icons/lucide/list-tree.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { visibleText } from '../../ui/text/visible-text.ts';
import { CameFrom } from '../checked/evidence/came-from.tsx';
import { spfParts } from './came-from.ts';
import type { MailAnswer } from './query.ts';

type Spf = NonNullable<MailAnswer['spf']>;
type Term = Spf['terms'][number];

const MAX_LOOKUPS = 10;
/** The rest of a larger tree is in the export. */
const SHOWN = 200;

/** SPF: the record, and the tree of its terms with the count of lookups. */
export function SpfPanel({ domain, spf }: { readonly domain: string; readonly spf: Spf }) {
  const { record, terms, lookups, isLookupsExact, voidLookups } = spf;
  const count = `${isLookupsExact === false ? 'at least ' : ''}${counted(lookups ?? 0, 'lookup')}, ${MAX_LOOKUPS} are allowed`;
  return (
    <Panel
      title="SPF"
      icon={ListTree}
      note={record === null ? 'no valid record' : `${count}, ${voidLookups ?? 0} without result`}
    >
      <CameFrom what="SPF" parts={spfParts(domain, spf)} />
      {record !== null && <CodeBlock label="SPF record" text={record} />}
      <Picture of={lookupsPicture(spf)} />
      {spf.allowed !== null && (
        <p className="mail-record">
          Allows <strong>{amountText(spf.allowed)}</strong>
          {visibleText(networksText(spf.allowed))}
        </p>
      )}
      {spf.result !== null && (
        <p className="mail-record">
          For the given address: <strong>{spf.result}</strong>
          {spf.resultTerm !== null && <> by {visibleText(spf.resultTerm)}</>}
        </p>
      )}
      {terms.length > 0 && (
        <ol className="spf-tree" aria-label="Terms of the SPF record and of the records it includes">
          {terms.slice(0, SHOWN).map((term, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a term may stand twice, and the list never changes
            <TermRow key={index} term={term} />
          ))}
        </ol>
      )}
    </Panel>
  );
}

const NAMED = 4;

function networksText({ networks, unknown }: NonNullable<Spf['allowed']>): string {
  const more = networks.length > NAMED ? ' and others' : '';
  const named = networks.length === 0 ? '' : `: ${networks.slice(0, NAMED).join(', ')}${more}`;
  return unknown.length === 0
    ? `${named}.`
    : `${named}; and what depends on the message: ${unknown.slice(0, NAMED).join(', ')}.`;
}

function TermRow({ term }: { readonly term: Term }) {
  const { depth, text, lookupsHere, running, isBeyond } = term;
  const why = whyText(term);
  return (
    <li className={isBeyond ? 'beyond' : undefined} style={{ '--depth': depth }}>
      <code>
        <span className="sr">level {depth + 1}: </span>
        {visibleText(text)}
      </code>
      <span className="run">{lookupsHere === 0 ? '' : `${running}/${MAX_LOOKUPS}`}</span>
      {why !== '' && <span className="why">{why}</span>}
    </li>
  );
}

const problems: Readonly<Record<string, string>> = {
  syntax: 'has a syntax error',
  'no-record': 'has no SPF record',
  'several-records': 'has several SPF records',
  'no-address': 'finds no address',
  'no-such-name': 'the name does not exist',
  'too-many-mx': 'has more than ten MX records',
  unreachable: 'could not be looked up',
  loop: 'refers back to a record above',
  macro: 'depends on the message',
  'special-use': 'is not looked up: a private name',
  'not-read': 'was not read: the record leads to too many lookups',
};
const ignoredTexts: Readonly<Record<string, string>> = {
  'after-all': 'ignored: after all',
  'redirect-beside-all': 'ignored: the record has an all',
  'not-a-lookup': 'not counted',
  'unknown-modifier': 'ignored: unknown',
};

function whyText({ problem, ignored, isVoid, isBeyond, lookupsBelow, addresses, lookupsHere }: Term): string {
  const all = [
    isBeyond && lookupsHere !== 0 ? 'over the limit: receivers stop before it' : '',
    ignored === null ? '' : (ignoredTexts[ignored] ?? ignored),
    problem === null ? '' : (problems[problem] ?? problem),
    isVoid && problem === null ? 'finds no record' : '',
    (lookupsBelow ?? 0) > 0 ? `${lookupsBelow} more below` : '',
    addresses.length > 0 && lookupsHere !== 0
      ? addresses.slice(0, 4).join(', ') + (addresses.length > 4 ? ` and ${addresses.length - 4} more` : '')
      : '',
  ];
  return visibleText(all.filter((one) => one !== '').join(' · '));
}
