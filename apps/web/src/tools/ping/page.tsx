import { classify } from '@sonde/contract/target/classify';
import { Activity } from 'lucide-react';
import { Suspense, useState } from 'react';
import { EXAMPLE_HOST, EXAMPLE_IP } from '../../examples.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { RecentLookups } from '../../ui/recent-lookups.tsx';
import { RoundButton } from '../../ui/round-button.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { lazyResult } from '../lazy-result.tsx';
import { IdleAds } from '../lookup-frame.tsx';
import type { PageProps } from '../screen-card.ts';
import type { RunningLookup } from '../use-lookup.ts';
import { type FieldRules, useLookupForm } from '../use-lookup-form.ts';
import { NO_RESPONSE, texts } from './texts.ts';

const rules: FieldRules = {
  param: 'host',
  read(text) {
    if (text.trim() === '') return { message: texts.blank };
    return classify(text) === 'invalid' ? { message: texts.invalid } : { target: text.trim() };
  },
  looksWrong: (text) => text.trim() !== '' && classify(text) === 'invalid',
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
          label="Host name or IP address"
          placeholder={texts.placeholder}
          value={form.text}
          onValueChange={form.type}
          onSubmit={form.submit}
          onCancel={cancel}
          busy={running !== null}
          invalid={form.isInvalid}
          message={form.message}
          button={<RoundButton label="Ping" icon={Activity} busy={running !== null} />}
        >
          <RecentLookups
            tool={screen.id}
            current={form.turn === 0 ? null : form.target}
            examples={[EXAMPLE_HOST, EXAMPLE_IP]}
            hrefOf={(host) => `${screen.path}?${new URLSearchParams({ [rules.param]: host })}`}
            onChoose={form.choose}
          />
        </SearchForm>
      </PageHeader>
      {form.target === null ? (
        <IdleAds />
      ) : (
        <Suspense fallback={<IdleAds />}>
          <Result
            host={form.target}
            turn={form.turn}
            onRunning={setRunning}
            onCancel={cancel}
            onAgain={() => form.choose(form.target ?? form.text)}
          />
        </Suspense>
      )}
    </>
  );
}
