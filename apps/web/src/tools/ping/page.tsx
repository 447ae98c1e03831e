import { RoundButton } from '../../ui/forms/round-button.tsx';
import { Activity } from '../../ui/icons/lucide/activity.ts';
import { hostRules } from '../lookup/field-rules.ts';
import { lazyResult } from '../lookup/lazy-result.tsx';
import { LookupLoading } from '../lookup/lookup-loading.tsx';
import { LookupPage } from '../lookup/lookup-page.tsx';
import { useLookupForm } from '../lookup/use-lookup-form.ts';
import { EXAMPLE_HOST, EXAMPLE_IP } from '../screens/examples.ts';
import type { PageProps } from '../screens/screen-card.ts';
import { NoResults } from './no-results.tsx';
import { ABOUT, NO_RESPONSE, texts } from './texts.ts';

const rules = hostRules(texts);

const result = lazyResult(() => import('./result.tsx'), NO_RESPONSE);

/** For search engines. */
export const description = 'Ping a host from our server: round trip time, packet loss and TTL.';

export function Page({ screen }: PageProps) {
  const form = useLookupForm(rules);
  return (
    <LookupPage
      screen={screen}
      form={form}
      label="Host name or IP address"
      placeholder={texts.placeholder}
      button={<RoundButton label="Ping" icon={Activity} busy={form.isBusy} />}
      about={ABOUT}
      examples={[EXAMPLE_HOST, EXAMPLE_IP]}
      loading={<LookupLoading text={texts.loading} onCancel={form.cancel} />}
      {...(form.asked?.isCancelled && { notStarted: <NoResults /> })}
      result={result}
    />
  );
}
