import { adoptSheet } from '../../ui/adopt-sheet.ts';
import { AlsoCheck } from '../../ui/also-check.tsx';
import { AnswerCard } from '../../ui/answer-card.tsx';
import { ExportMenu } from '../../ui/export-menu.tsx';
import { ShareButton } from '../../ui/share-button.tsx';
import { StatusLine } from '../../ui/status-line.tsx';
import { knownWord } from '../known-word.ts';
import { LookupFrame } from '../lookup-frame.tsx';
import { countsOf } from './arrange.ts';
import { Cards } from './cards.tsx';
import { searchingText } from './loading.tsx';
import { countSentence, limits, sourceNames } from './messages.ts';
import namesSheet from './names.css?inline';
import { exportTable } from './names-table.tsx';
import type { Draft, Subdomain, SubdomainAnswer } from './query.ts';
import { texts } from './texts.ts';

adoptSheet(namesSheet);

export type Found =
  /** What a running search has found so far. */
  | { readonly is: 'growing'; readonly draft: Draft }
  | { readonly is: 'whole'; readonly data: SubdomainAnswer }
  /** While a newer search runs it stays, dimmed. */
  | { readonly is: 'old'; readonly data: SubdomainAnswer; onCancel(): void };

/** The names, from the first on: what a visitor has chosen among them outlasts the search. */
export function Answer({ found }: { readonly found: Found }) {
  const { domain, names, sources, data, ...words } = found.is === 'growing' ? soFar(found.draft) : asFound(found.data);
  return (
    <LookupFrame
      {...(found.is === 'old' && { status: <StatusLine text={searchingText(domain)} onCancel={found.onCancel} /> })}
      top={
        <>
          <AnswerCard
            title={texts.results(domain)}
            {...words}
            actions={<Actions domain={domain} data={data} names={names} />}
          >
            <Sources states={sources} />
          </AnswerCard>
          <AlsoCheck tool="subdomain" target={domain} />
        </>
      }
    >
      <div className="c12">
        <Cards names={names} />
      </div>
    </LookupFrame>
  );
}

function soFar(draft: Draft) {
  const { domain, asked, sources } = draft;
  const names = [...draft.names.values()];
  return {
    domain,
    names,
    sources,
    data: { ...draft, names },
    sub: `${countSentence(countsOf(names))} so far${asked === null ? '' : `, ${asked} names asked for`}`,
    announcement: searchingText(domain),
  };
}

function asFound(data: SubdomainAnswer) {
  const { domain, subdomains: names, sources } = data;
  const sub = countSentence(countsOf(names));
  return { domain, names, sources, data, sub, notes: limits(data), announcement: `${texts.results(domain)}: ${sub}` };
}

interface ActionsProps {
  readonly domain: string;
  readonly data: unknown;
  readonly names: readonly Subdomain[];
}

/** There from the first name on, so that nothing moves when the search ends. */
function Actions({ domain, data, names }: ActionsProps) {
  return (
    <>
      <ShareButton />
      <ExportMenu tool="subdomain" target={domain} data={data} tables={[exportTable(names)]} />
    </>
  );
}

const stateWords = { running: 'searching', done: 'searched', failed: 'incomplete' } as const;

function Sources({ states }: { readonly states: SubdomainAnswer['sources'] }) {
  return (
    <ul className="srcs" aria-label="Sources">
      {states.map(({ source, state, found }) => (
        <li key={source} className={`badge${state === 'failed' ? ' warn' : ''}`} data-state={state}>
          {state === 'running' && <span className="spin" />}
          {knownWord(sourceNames, source, source)} {found !== null && <b>{found}</b>}
          {state !== null && <span className="sr">, {knownWord(stateWords, state, state)}</span>}
        </li>
      ))}
    </ul>
  );
}
