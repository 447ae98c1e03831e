import { readMacQuery, readVendor } from '@sonde/contract/targets/mac-query';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { lazyResult } from '../lookup/lazy-result.tsx';
import { LookupPage } from '../lookup/lookup-page.tsx';
import { type FieldRules, useLookupForm } from '../lookup/use-lookup-form.ts';
import type { PageProps } from '../screens/screen-card.ts';
import { Features } from './features.tsx';
import { Inventory } from './inventory/inventory.tsx';
import { Loading } from './loading.tsx';
import { ABOUT, EXAMPLES, texts } from './texts.ts';

const rules: FieldRules = {
  param: 'mac',
  read(text) {
    const read = readMacQuery(text);
    if ('target' in read) return read;
    const vendor = readVendor(text);
    return vendor === null ? { message: read.problem } : { target: vendor };
  },
  // Not marked while typing: an address is incomplete until its last digit.
  looksWrong: () => false,
};

const result = lazyResult(() => import('./result.tsx'), texts.fallback);

/** For search engines. */
export const description =
  'Look up who owns a MAC address by the IEEE registries, what its bits mean, and its IPv6 form.';

export function Page({ screen }: PageProps) {
  const form = useLookupForm(rules);
  return (
    <LookupPage
      screen={screen}
      form={form}
      label="MAC address or vendor"
      placeholder={texts.placeholder}
      button={<SubmitButton label="Look up" busyLabel="Looking up..." busy={form.isBusy} />}
      about={ABOUT}
      examples={EXAMPLES}
      loading={<Loading onCancel={form.cancel} />}
      result={result}
      asksPlaces={false}
    >
      <Inventory />
      {form.asked === null && <Features features={screen.features} />}
    </LookupPage>
  );
}
