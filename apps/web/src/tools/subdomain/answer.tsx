import { AlsoCheck } from '../../ui/also-check.tsx';
import { AnswerCard } from '../../ui/answer-card.tsx';
import { ExportMenu } from '../../ui/export-menu.tsx';
import { ShareButton } from '../../ui/share-button.tsx';
import { StatusLine } from '../../ui/status-line.tsx';
import { LookupFrame } from '../lookup-frame.tsx';
import { countsOf } from './arrange.ts';
import { Cards } from './cards.tsx';
import { searchingText } from './loading.tsx';
import { countSentence, limits, sourceNames } from './messages.ts';
import type { Draft, Subdomain, SubdomainAnswer } from './query.ts';
import { texts } from './texts.ts';

/** The names that a running search has found so far, where the answer will stand. */
export function Growing({ draft }: { readonly draft: Draft }) {
  const names = [...draft.names.values()];
  return (
    <LookupFrame
      top={
        <>
          <AnswerCard
            title={texts.results(draft.domain)}
            sub={`${countSentence(countsOf(names))} so far, ${draft.asked} names asked for`}
            announcement={`Searching for names below ${draft.domain}`}
            actions={<Actions domain={draft.domain} data={{ ...draft, names }} names={names} />}
          >
            <Sources states={draft.sources} />
          </AnswerCard>
          <AlsoCheck tool="subdomain" target={draft.domain} />
        </>
      }
    >
      <div className="c12">
        <Cards names={names} />
      </div>
    </LookupFrame>
  );
}

export interface AnswerProps {
  readonly data: SubdomainAnswer;
  readonly isBusy: boolean;
  onCancel(): void;
}

/** All names. While a newer search runs they stay, dimmed. */
export function Answer({ data, isBusy, onCancel }: AnswerProps) {
  const { domain, subdomains } = data;
  const counts = countSentence(countsOf(subdomains));
  return (
    <LookupFrame
      {...(isBusy && { status: <StatusLine text={searchingText(domain)} onCancel={onCancel} /> })}
      top={
        <>
          <AnswerCard
            title={texts.results(domain)}
            sub={counts}
            notes={limits(data)}
            announcement={`${texts.results(domain)}: ${counts}`}
            actions={<Actions domain={domain} data={data} names={subdomains} />}
          >
            <Sources states={data.sources} />
          </AnswerCard>
          <AlsoCheck tool="subdomain" target={domain} />
        </>
      }
    >
      <div className="c12">
        <Cards names={subdomains} />
      </div>
    </LookupFrame>
  );
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
          {sourceNames[source]} <b>{found}</b>
          <span className="sr">, {stateWords[state]}</span>
        </li>
      ))}
    </ul>
  );
}

function exportTable(names: readonly Subdomain[]) {
  return {
    title: 'Subdomains',
    titles: ['Subdomain', 'IPv4', 'IPv6', 'Resolves', 'Sources'],
    rows: names.map(({ subdomain, ipv4List, ipv6List, resolves, sources }) => [
      subdomain,
      ipv4List.join(' '),
      ipv6List.join(' '),
      resolves === null ? 'unknown' : resolves ? 'yes' : 'no',
      sources.join(' '),
    ]),
  };
}
