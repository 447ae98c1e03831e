import { knownWord } from '@sonde/contract/text/known-word';
import { subdomainExplanations } from '@sonde/contract/tools/subdomain/explanations';
import { subdomainTables } from '@sonde/contract/tools/subdomain/tables';
import { adoptSheet } from '../../browser/page/adopt-sheet.ts';
import { StatusLine } from '../../ui/feedback/status-line.tsx';
import { AnswerCard } from '../../ui/layout/answer-card.tsx';
import { CameFrom } from '../checked/evidence/came-from.tsx';
import { addExplanations } from '../findings/explanations.ts';
import { FindingsPanel } from '../findings/findings-panel.tsx';
import { announced, Verdict } from '../findings/verdict.tsx';
import { LookupFrame } from '../lookup/lookup-frame.tsx';
import { AlsoCheck } from '../screens/also-check.tsx';
import { AnswerActions } from '../screens/answer-actions.tsx';
import { sourceParts } from './came-from.ts';
import { searchingText } from './loading.tsx';
import { countSentence, limits, sourceNames } from './messages.ts';
import { countsOf } from './names/arrange.ts';
import { Cards } from './names/cards.tsx';
import namesSheet from './names/names.css?inline';
import type { Draft, SubdomainAnswer } from './query.ts';
import { texts } from './texts.ts';

addExplanations(subdomainExplanations);

adoptSheet(namesSheet);

export type Phase =
  /** The search is running. */
  | { readonly is: 'running'; readonly draft: Draft }
  | { readonly is: 'done'; readonly data: SubdomainAnswer }
  /** The previous answer, dimmed, while a newer search runs. */
  | { readonly is: 'outdated'; readonly data: SubdomainAnswer; onCancel(): void };

/** One component from the first name to the end of the search, so that the visitor's filter is kept. */
export function Answer({ phase }: { readonly phase: Phase }) {
  const { domain, names, sources, data, findings, ...words } =
    phase.is === 'running' ? soFar(phase.draft) : asFound(phase.data);
  const pending = phase.is === 'running' ? 'Findings appear when the search is complete.' : null;
  return (
    <LookupFrame
      {...(phase.is === 'outdated' && {
        status: <StatusLine text={searchingText(domain)} onCancel={phase.onCancel} />,
      })}
      top={
        <>
          <AnswerCard
            title={texts.results(domain)}
            {...words}
            actions={
              <AnswerActions
                tool="subdomain"
                target={domain}
                data={data}
                tables={subdomainTables({ subdomains: names })}
              />
            }
          >
            <Sources states={sources} />
            <CameFrom what="the sources" parts={sourceParts(domain)} />
            <Verdict findings={findings} pending={pending} />
          </AnswerCard>
          <AlsoCheck tool="subdomain" target={domain} />
        </>
      }
    >
      <FindingsPanel findings={findings} pending={pending} />
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
    findings: undefined,
    sub: `${countSentence(countsOf(names))} so far${asked === null ? '' : `, ${asked} names tried`}`,
    announcement: searchingText(domain),
  };
}

function asFound(data: SubdomainAnswer) {
  const { domain, subdomains: names, sources, findings } = data;
  const sub = countSentence(countsOf(names));
  return {
    domain,
    names,
    sources,
    data,
    findings,
    sub,
    notes: limits(data),
    announcement: announced(`${texts.results(domain)}: ${sub}`, findings),
  };
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
