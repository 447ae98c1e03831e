import { derivedTables } from '@sonde/contract/table/derived-tables';
import { webExplanations } from '@sonde/contract/tools/web/explanations';
import { programOf } from '@sonde/contract/tools/web/findings/program';
import { SkeletonPanel } from '../../ui/feedback/skeleton-panel.tsx';
import { AnswerPage } from '../answer/answer-page.tsx';
import { addExplanations } from '../findings/explanations.ts';
import { gapMeaning } from '../lookup/gap-meaning.ts';
import { AnswerActions } from '../screens/answer-actions.tsx';
import { FieldsPanel, RedirectFieldsPanel } from './fields-panel.tsx';
import { ContentPanel, CookiesPanel, ReachPanels, RequestsPanel, SecurityTxtPanel } from './panels.tsx';
import type { ShownHop, WebAnswer } from './query.ts';
import { texts } from './texts.ts';

addExplanations(webExplanations);

interface AnswerProps {
  readonly target: string;
  readonly data: WebAnswer;
  readonly isOutdated?: boolean;
  onCancel(): void;
}

/** What a browser meets: the way to the page, and what the server says with it. */
export function Answer({ target, data, isOutdated = false, onCancel }: AnswerProps) {
  const { chain, final } = data;
  const last = chain.at(-1);
  return (
    <AnswerPage
      tool="web"
      target={target}
      title={data.url}
      mono
      answer={data}
      good="Browsers reach this page by an encrypted connection, and nothing that was checked needs fixing."
      facts={[final === null ? null : `Status ${final.status} at ${final.url}`]}
      notes={data.gaps.map(({ part, code }) => `${part}: not determined. ${gapMeaning(code)}`)}
      outdated={isOutdated ? { text: texts.loading, onCancel } : null}
      panelOf={panelOf}
      program={programOf(serverOf(last))}
      actions={<AnswerActions tool="web" target={target} data={data} tables={derivedTables(data)} />}
    >
      <RequestsPanel answer={data} />
      {last !== undefined && <FieldsPanel answer={data} hop={last} />}
      <ReachPanels answer={data} />
      <CookiesPanel answer={data} />
      <ContentPanel answer={data} />
      <SecurityTxtPanel answer={data} />
      <RedirectFieldsPanel hops={chain.slice(0, -1)} />
    </AnswerPage>
  );
}

/** Until the answer comes, which comes as a whole. */
export function Awaited({ target, onCancel }: Pick<AnswerProps, 'target' | 'onCancel'>) {
  return (
    <AnswerPage
      tool="web"
      target={target}
      title={target}
      mono
      answer={null}
      good=""
      running={{ said: texts.loading, progress: 0, onCancel }}
      isLate
    >
      <SkeletonPanel rows={4} />
    </AnswerPage>
  );
}

const serverOf = (hop: ShownHop | undefined) =>
  hop?.headers.find(([name]) => name.toLowerCase() === 'server')?.[1] ?? null;

/** The ids of the panels that checks rest on. */
const panelOf = {
  answer: 'requests',
  certificate: 'requests',
  redirects: 'requests',
  hsts: 'header-fields',
  csp: 'header-fields',
  'other-sites': 'header-fields',
  content: 'content',
  cookies: 'cookies',
  'security-txt': 'security-contact',
  versions: 'http-versions',
  families: 'ipv4-and-ipv6',
};
