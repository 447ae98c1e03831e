import { toHostName } from '@sonde/contract/target/domain';
import { Suspense, useState } from 'react';
import { EXAMPLE_HOST, EXAMPLE_HOST_2 } from '../../examples.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { RecentLookups } from '../../ui/recent-lookups.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { lazyResult } from '../lazy-result.tsx';
import { IdleAds } from '../lookup-frame.tsx';
import type { PageProps } from '../screen-card.ts';
import type { RunningLookup } from '../use-lookup.ts';
import { type FieldRules, useLookupForm } from '../use-lookup-form.ts';
import { Loading } from './loading.tsx';
import { texts } from './texts.ts';

const rules: FieldRules = {
  param: 'domain',
  read(text) {
    const target = toHostName(text);
    return target === null ? { message: texts.invalid } : { target };
  },
  looksWrong: () => false,
};

const { Result, usePrefetch } = lazyResult(() => import('./result.tsx'), texts.failed);

export function Page({ screen }: PageProps) {
  const [running, setRunning] = useState<RunningLookup | null>(null);
  const form = useLookupForm(rules, running !== null);
  usePrefetch();

  function cancel() {
    running?.cancel();
    form.cancel();
  }
  return (
    <>
      <PageHeader icon={screen.icon} title={screen.title} subtitle={screen.subtitle}>
        <SearchForm
          action={screen.path}
          name={rules.param}
          label="Domain"
          placeholder={texts.placeholder}
          value={form.text}
          onValueChange={form.type}
          onSubmit={form.submit}
          onCancel={cancel}
          busy={running !== null}
          invalid={form.isInvalid}
          message={form.message}
          button={<SubmitButton label={texts.search} busyLabel={texts.searching} busy={running !== null} />}
        >
          <RecentLookups
            tool={screen.id}
            current={form.target}
            examples={[EXAMPLE_HOST, EXAMPLE_HOST_2]}
            hrefOf={(domain) => `${screen.path}?${new URLSearchParams({ [rules.param]: domain })}`}
            onChoose={form.choose}
          />
        </SearchForm>
      </PageHeader>
      {form.target === null ? (
        <IdleAds />
      ) : (
        <Suspense fallback={form.turn > 0 ? <Loading domain={form.target} /> : <IdleAds />}>
          <Result domain={form.target} turn={form.turn} onRunning={setRunning} onAsk={form.submit} />
        </Suspense>
      )}
    </>
  );
}
