import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { domainRules } from '../lookup/field-rules.ts';
import { lazyResult } from '../lookup/lazy-result.tsx';
import { LookupPage } from '../lookup/lookup-page.tsx';
import { useLookupForm } from '../lookup/use-lookup-form.ts';
import { EXAMPLE_HOST, EXAMPLE_HOST_2 } from '../screens/examples.ts';
import type { PageProps } from '../screens/screen-card.ts';
import { Loading } from './loading.tsx';
import { ABOUT, texts } from './texts.ts';

const rules = { ...domainRules(texts), waitsForPress: true };

const result = lazyResult(() => import('./result.tsx'), texts.failed);

/** For search engines. */
export const description = 'Find the subdomains of a domain and the IPv4 and IPv6 addresses they point to.';

export function Page({ screen }: PageProps) {
  const form = useLookupForm(rules);
  return (
    <LookupPage
      screen={screen}
      form={form}
      label="Domain"
      placeholder={texts.placeholder}
      button={<SubmitButton label={texts.search} busyLabel={texts.searching} busy={form.isBusy} />}
      about={ABOUT}
      examples={[EXAMPLE_HOST, EXAMPLE_HOST_2]}
      loading={<Loading domain={form.asked?.target ?? ''} onCancel={form.cancel} />}
      asksPlaces={false}
      result={result}
    />
  );
}
