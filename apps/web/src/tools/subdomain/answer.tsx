import { nameExplanations } from '@sonde/contract/finding/names/explanations';
import { knownWord } from '@sonde/contract/text/known-word';
import { subdomainExplanations } from '@sonde/contract/tools/subdomain/explanations';
import { subdomainTables } from '@sonde/contract/tools/subdomain/tables';
import { adoptSheet } from '../../browser/page/adopt-sheet.ts';
import { AnswerPage } from '../answer/answer-page.tsx';
import { CameFrom } from '../checked/evidence/came-from.tsx';
import { addExplanations } from '../findings/explanations.ts';
import type { AnswerPhase } from '../lookup/answer-phase.ts';
import { AnswerActions } from '../screens/answer-actions.tsx';
import { sourceParts } from './came-from.ts';
import { searchingText } from './loading.tsx';
import { countSentence, limits, sourceNames } from './messages.ts';
import { countsOf } from './names/arrange.ts';
import { Cards } from './names/cards.tsx';
import namesSheet from './names/names.css?inline';
import type { SubdomainAnswer, SubdomainDraft } from './query.ts';
import { texts } from './texts.ts';

addExplanations(nameExplanations);
addExplanations(subdomainExplanations);

adoptSheet(namesSheet);

/** One component from the first name to the end of the search, so that the visitor's filter is kept. */
export function Answer({ phase }: { readonly phase: AnswerPhase<SubdomainDraft, SubdomainAnswer> }) {
  const { domain, names, sources, data, facts, notes } =
    phase.is === 'running' ? soFar(phase.draft) : asFound(phase.data);
  const isRunning = phase.is === 'running';
  const title = names.length === 0 ? domain : texts.results(domain);
  const tables = subdomainTables({ subdomains: names });
  return (
    <AnswerPage
      tool="subdomain"
      target={domain}
      title={title}
      answer={isRunning ? null : phase.data}
      good="No name leads to a service that others can take over, and none gives away more than it should."
      facts={[facts]}
      notes={notes}
      announcement={isRunning ? searchingText(domain) : `${title}: ${facts}`}
      running={
        isRunning ? { said: searchingText(domain), progress: progressOf(sources), onCancel: phase.onCancel } : null
      }
      isLate={isRunning && names.length === 0}
      outdated={phase.is === 'outdated' ? { text: searchingText(domain), onCancel: phase.onCancel } : null}
      panelOf={panelOf}
      aside={
        <>
          <Sources states={sources} />
          <CameFrom what="the sources" parts={sourceParts(domain)} />
        </>
      }
      actions={<AnswerActions tool="subdomain" target={domain} data={data} tables={tables} />}
    >
      <div className={isRunning ? 'c12 growing' : 'c12'}>
        <Cards names={names} />
      </div>
    </AnswerPage>
  );
}

/** The id of the list that checks rest on. */
const panelOf = { names: 'names', takeover: 'names', private: 'names' };

function progressOf(sources: SubdomainAnswer['sources']): number {
  const ended = sources.filter(({ state }) => state === 'done' || state === 'failed').length;
  return ended / Math.max(1, sources.length + 1);
}

function soFar(draft: SubdomainDraft) {
  const { domain, asked, sources } = draft;
  const names = [...draft.names.values()];
  const facts = `${countSentence(countsOf(names))} so far${asked === null ? '' : `, ${asked} names tried`}`;
  return { domain, names, sources, data: { ...draft, names }, facts, notes: [] };
}

function asFound(data: SubdomainAnswer) {
  const { domain, subdomains: names, sources } = data;
  return { domain, names, sources, data, facts: countSentence(countsOf(names)), notes: limits(data) };
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
