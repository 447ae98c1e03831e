import { capitalised } from './registries.mjs';

/** The files of a new tool by path: what compiles, and tests that fail and say what to do. */
export function filesOf(id) {
  const probes = `packages/probes/src/tools/${id}`;
  const web = `apps/web/src/tools/${id}`;
  return {
    [`packages/contract/src/tools/${id}.ts`]: contract(id),
    [`packages/contract/src/tools/${id}.test.ts`]: contractTest(id),
    [`${probes}/probe.ts`]: probe(id),
    [`${probes}/probe.lab.test.ts`]: labTest(id),
    [`${probes}/README.md`]: readme(id),
    [`${web}/screen.ts`]: screen(id),
    [`${web}/page.tsx`]: page(),
    [`${web}/result.tsx`]: result(id),
    [`${web}/page.test.tsx`]: pageTest(id),
    [`e2e/${id}.spec.ts`]: browserTest(id),
  };
}

const contract = (id) => `import * as z from 'zod/mini';
import { dnsNameField } from '../query.ts';
import { isEssential } from '../reading.ts';
import { defineTool } from '../tool.ts';

export const ${id} = defineTool({
  id: '${id}',
  path: '/api/v2/${id}',
  title: '${capitalised(id)}',
  summary: 'One sentence: what it measures',
  query: z.object({ domain: dnsNameField }),
  target: 'domain',
  data: z.object({
    /** The name that was asked for, as A-labels (RFC 5890). */
    domain: isEssential(z.string()),
  }),
  progress: null,
  failures: ['timeout'],
  reasons: ['timeout'],
  freshMs: () => 60_000,
  recheckMs: 10_000,
  cost: 1,
  capacity: { lookups: 64, perTarget: 2 },
  deadlineMs: () => 10_000,
  example: { domain: 'example.com' },
});
`;

const contractTest = (id) => `import { expect, test } from 'vitest';
import { ${id} } from './${id}.ts';

test('the example fits the query', () => {
  expect(${id}.query.safeParse(${id}.example).success).toBe(true);
});

test('the promise is the one of docs/requirements.md', () => {
  expect.fail('Write path, texts, query, data, failures and freshness in ${id}.ts, and test every rule of them here.');
});
`;

const probe = (id) => `import { ToolError, type Tools } from '@sonde/contract';
import type { Probe } from '../../probe.ts';

/**
 * What it measures, and how.
 * @throws ToolError for what the contract lists; NetFailure from the door.
 */
export const probe${capitalised(id)}: Probe<Tools['${id}']> = async () => {
  throw new ToolError('internal', 'This tool does not measure yet.');
};
`;

const labTest = (id) => `import { ${id} } from '@sonde/contract';
import { expect, test } from 'vitest';
import { noData } from '../../data/no-data.ts';
import { createNodeNet } from '../../net/node-net.ts';
import { readNetSettings } from '../../net/settings.ts';
import { checkQuery, measure } from '../../run.ts';

test('measures a real server of the lab, value by value', async () => {
  // Start the lab's server here and hand its address to the settings.
  const { settings, problems } = readNetSettings({});
  if (settings === null) throw new Error(problems.join(' '));
  const net = createNodeNet(settings);
  try {
    const means = { net, data: noData, signal: AbortSignal.timeout(30_000) };
    const answer = await measure(checkQuery('${id}', ${id}.example), means);
    expect(answer).toEqual('Compare every value with what another program says of the same server.');
  } finally {
    net.close();
  }
});

test('ends with a failure of its contract, whatever the server does', () => {
  expect.fail('Let the lab refuse, stay silent, lie and cut off; expect only the codes and reasons of the contract.');
});
`;

const readme = (id) => `# ${capitalised(id)}

What it measures, in one sentence.

**How.** Which questions are asked of whom, with which limits.

| What happened | What is said |
|---|---|
| it answered | 200 |

**What it cannot tell.**
`;

const screen = (id) => `import { Search } from 'lucide-react';
import type { ScreenCard } from '../screen-card.ts';

export const screen: ScreenCard = {
  id: '${id}',
  path: '/${id}',
  group: 'network',
  name: '${capitalised(id)}',
  title: '${capitalised(id)}',
  subtitle: null,
  description: 'One sentence: what a visitor learns here.',
  icon: Search,
  status: 'live',
  features: [],
  lookup: { param: 'domain', takes: ['domain'] },
  load: () => import('./page.tsx'),
};
`;

const page = () => `import { toDnsName } from '@sonde/contract/target/domain';
import { EXAMPLE_HOST, EXAMPLE_HOST_2 } from '../../examples.ts';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { lazyResult } from '../lazy-result.tsx';
import { LookupLoading } from '../lookup-frame.tsx';
import { LookupPage } from '../lookup-page.tsx';
import type { PageProps } from '../screen-card.ts';
import { type FieldRules, useLookupForm } from '../use-lookup-form.ts';

const rules: FieldRules = {
  param: 'domain',
  read(text) {
    const target = toDnsName(text);
    return target === null ? { message: 'Please enter a domain name' } : { target };
  },
  looksWrong: () => false,
};

/** What the tool measures, and what it cannot tell. */
const ABOUT = 'Two sentences: what it measures, and what it cannot tell.';

const result = lazyResult(() => import('./result.tsx'), 'The lookup failed');

export function Page({ screen }: PageProps) {
  const form = useLookupForm(rules);
  return (
    <LookupPage
      screen={screen}
      form={form}
      label="Domain name"
      placeholder="Enter a domain name"
      button={<SubmitButton label="Look up" busyLabel="Looking up..." busy={form.isBusy} />}
      about={ABOUT}
      examples={[EXAMPLE_HOST, EXAMPLE_HOST_2]}
      loading={<LookupLoading text="Looking up..." onCancel={form.cancel} />}
      result={result}
    />
  );
}
`;

const result = (id) => `import { ${id}, type Reading } from '@sonde/contract';
import { ask } from '../../ask.ts';
import { AlsoCheck } from '../../ui/also-check.tsx';
import { AnswerCard } from '../../ui/answer-card.tsx';
import { LookupFailure } from '../lookup-failure.tsx';
import { LookupFrame, LookupLoading } from '../lookup-frame.tsx';
import type { LookupOptions } from '../lookup-options.ts';
import type { ResultProps } from '../lookup-page.tsx';
import { useLookup } from '../use-lookup.ts';
import type { Asked } from '../use-lookup-form.ts';

/** Everything under the field: the running lookup, what it found, or why it found nothing. */
export function Result({ asked: { target, turn }, onRunning, onCancel }: ResultProps<Asked>) {
  const lookup: LookupOptions<Reading<typeof ${id}.answer>> = {
    queryKey: ['${id}', target],
    queryFn: ({ signal, fresh }) => ask(${id}, { domain: target, ...fresh }, signal),
  };
  const { answer, error, isBusy, askAgain } = useLookup(lookup, turn, onRunning);
  if (isBusy && answer === null) return <LookupLoading text="Looking up..." onCancel={onCancel} />;
  if (error !== null) return <LookupFailure error={error} message="The lookup failed" onAgain={askAgain} />;
  if (answer === null) return null;
  const top = (
    <>
      <AnswerCard title={answer.data.domain} mono />
      <AlsoCheck tool="${id}" target={target} />
    </>
  );
  return <LookupFrame key={answer.at} top={top} isOld={isBusy} />;
}
`;

const pageTest = (id) => `import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Page } from './page.tsx';
import { screen as card } from './screen.ts';

afterEach(cleanup);

test('the page is headed by its title', () => {
  render(<Page screen={card} />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(card.title);
});

test('a visitor asks, waits and reads the answer', () => {
  expect.fail('Write rules, texts, the answer and every failure of ${id} from the parts in ui/, and drive them here.');
});
`;

const browserTest = (id) => `import { expect, expectAccessible, test } from './fixtures.ts';

// Titles begin with the numbers of the requirements they prove (docs/requirements.md).
test('a visitor looks up ${id}', async ({ page }) => {
  await page.goto('/${id}');
  await expectAccessible(page);
  await expect(page.getByText('Drive the built page against the lab: a good target, a bad one, a dead one.')).toBeVisible();
});
`;
