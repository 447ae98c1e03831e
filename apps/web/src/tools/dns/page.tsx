import { toDnsName } from '@sonde/contract/target/domain';
import { Search } from 'lucide-react';
import { Suspense, useState } from 'react';
import { EXAMPLE_HOST, EXAMPLE_HOST_2 } from '../../examples.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { RecentLookups } from '../../ui/recent-lookups.tsx';
import { RoundButton } from '../../ui/round-button.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { lazyResult } from '../lazy-result.tsx';
import { IdleAds } from '../lookup-frame.tsx';
import type { PageProps } from '../screen-card.ts';
import type { RunningLookup } from '../use-lookup.ts';
import { type FieldRules, useLookupForm } from '../use-lookup-form.ts';
import { Loading } from './loading.tsx';
import { NO_RESPONSE, texts } from './texts.ts';

const rules: FieldRules = {
  param: 'domain',
  read(text) {
    if (text.trim() === '') return { message: texts.blank };
    const target = toDnsName(text);
    return target === null ? { message: texts.invalid } : { target };
  },
  looksWrong: (text) => text.trim() !== '' && toDnsName(text) === null,
};

const { Result, usePrefetch } = lazyResult(() => import('./result.tsx'), NO_RESPONSE);

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
          label="Domain name"
          placeholder={texts.placeholder}
          value={form.text}
          onValueChange={form.type}
          onSubmit={form.submit}
          onCancel={cancel}
          busy={running !== null}
          invalid={form.isInvalid}
          message={form.message}
          button={<RoundButton label="Look up" icon={Search} busy={running !== null} />}
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
        <Suspense fallback={<Loading />}>
          <Result domain={form.target} turn={form.turn} onRunning={setRunning} />
        </Suspense>
      )}
    </>
  );
}
