import { examples } from './kinds.mjs';
import { capitalised } from './registries.mjs';

export const screen = ({ id, param }) => `import { Search } from '../../ui/icons/lucide/search.ts';
import type { ScreenCard } from '../screens/screen-card.ts';

export const screen: ScreenCard = {
  id: '${id}',
  path: '/${id}',
  group: 'network',
  name: '${capitalised(id)}',
  title: '${capitalised(id)}',
  subtitle: null,
  icon: Search,
  status: 'live',
  features: [],
  lookup: { param: '${param}' },
  load: () => import('./page.tsx'),
};
`;

/** Words about kinds and the reader of URLs come with the answers; a page that needs neither loads less at first. */
const reader = (kinds) => (kinds.includes('url') ? 'readTargetOrUrl' : 'readTarget');

const imports = (kinds) =>
  kinds.includes('url')
    ? `import type { TargetKind } from '@sonde/contract/targets/target-kinds';
import { readTargetOrUrl } from '@sonde/contract/targets/url';`
    : "import { readTarget, type TargetKind } from '@sonde/contract/targets/target-kinds';";

export const page = ({ param, kinds, label, noun, isLocal }) => `${imports(kinds)}
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { lazyResult } from '../lookup/lazy-result.tsx';
import { LookupLoading } from '../lookup/lookup-loading.tsx';
import { LookupPage } from '../lookup/lookup-page.tsx';
import type { PageProps } from '../screens/screen-card.ts';
import { type FieldRules, useLookupForm } from '../lookup/use-lookup-form.ts';

const kinds: readonly TargetKind[] = ${JSON.stringify(kinds)};

const rules: FieldRules = {
  param: '${param}',
  read(text) {
    const read = ${reader(kinds)}(text, kinds);
    return read === null ? { message: 'Please enter ${noun}' } : { target: read.target };
  },
  looksWrong: () => false,
};

/** What the tool measures, and what it cannot tell. */
const ABOUT = 'Two sentences: what it measures, and what it cannot tell.';

const result = lazyResult(() => import('./result.tsx'), 'The lookup failed');

/** For search engines. */
export const description = 'One sentence: what a visitor learns here.';

export function Page({ screen }: PageProps) {
  const form = useLookupForm(rules);
  return (
    <LookupPage
      screen={screen}
      form={form}
      label="${label}"
      placeholder="Enter ${noun}"
      button={<SubmitButton label="Look up" busyLabel="Looking up..." busy={form.isBusy} />}
      about={ABOUT}
      examples={${JSON.stringify(kinds.map((kind) => examples[kind]))}}
      loading={<LookupLoading text="Looking up..." onCancel={form.cancel} />}
      result={result}${isLocal ? '\n      asksPlaces={false}' : ''}
    />
  );
}
`;

export const result = ({ id, param }) => `import { ${id}, type Reading } from '@sonde/contract';
import { ask } from '../../browser/api/ask.ts';
import { AnswerPage } from '../answer/answer-page.tsx';
import { failureTexts } from '../lookup/failure-texts.ts';
import { LookupFailure } from '../lookup/lookup-failure.tsx';
import { LookupLoading } from '../lookup/lookup-loading.tsx';
import type { LookupOptions } from '../lookup/lookup-options.ts';
import type { ResultProps } from '../lookup/lookup-page.tsx';
import { useLookup } from '../lookup/use-lookup.ts';
import type { Asked } from '../lookup/use-lookup-form.ts';

/** Everything under the field: the running lookup, what it found, or why it found nothing. */
export function Result({ asked: { target, submitCount }, onRunning, onCancel }: ResultProps<Asked>) {
  const lookup: LookupOptions<Reading<typeof ${id}.answer>> = {
    queryKey: ['${id}', target],
    queryFn: ({ signal, fresh }) => ask(${id}, { ${param}: target, ...fresh }, signal),
    retry: false,
  };
  const { answer, error, isBusy, askAgain } = useLookup(lookup, submitCount, onRunning);
  if (isBusy && answer === null) return <LookupLoading text="Looking up..." onCancel={onCancel} />;
  if (error !== null) return <LookupFailure error={error} message={failureText(error)} onAgain={askAgain} />;
  if (answer === null) return null;
  return (
    <AnswerPage
      key={answer.at}
      tool="${id}"
      target={target}
      title={answer.data.${param}}
      mono
      answer={answer.data}
      good="One sentence: what a good verdict means for those who use the target."
      outdated={isBusy ? { text: 'Looking up...', onCancel } : null}
    />
  );
}

const failureText = failureTexts({ fallback: 'The lookup failed.' });
`;

export const pageTest = (id) => `import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Page } from './page.tsx';
import { screen as card } from './screen.ts';

afterEach(cleanup);

test('the page is headed by its title', () => {
  render(<Page screen={card} />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(card.title);
});

test('a visitor submits a target, waits and reads the answer', () => {
  expect.fail('Write the rules, texts, answer and failures of ${id} from the components in ui/, and test them here.');
});
`;

export const browserTest = (id) => `import { expect, expectAccessible, test } from './fixtures.ts';

// Titles begin with the numbers of the requirements they prove (docs/requirements.md).
test('a visitor looks up ${id}', async ({ page }) => {
  await page.goto('/${id}');
  await expectAccessible(page);
  await expect(page.getByText('Drive the built page against the lab: a good target, a bad one, a dead one.')).toBeVisible();
});
`;
