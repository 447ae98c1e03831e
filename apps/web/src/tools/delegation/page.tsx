import { toDnsName } from '@sonde/contract/targets/domain';
import { useMemo } from 'react';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { lazyResult } from '../lookup/lazy-result.tsx';
import { LookupLoading } from '../lookup/lookup-loading.tsx';
import { LookupPage } from '../lookup/lookup-page.tsx';
import { type FieldRules, type LookupForm, useLookupForm } from '../lookup/use-lookup-form.ts';
import { EXAMPLE_HOST, EXAMPLE_HOST_2 } from '../screens/examples.ts';
import type { PageProps } from '../screens/screen-card.ts';
import { PreFlightFields } from './pre-flight/pre-flight.tsx';
import { usePreFlight } from './pre-flight/use-pre-flight.ts';
import type { DelegationAsked } from './query.ts';
import { texts } from './texts.ts';

const fieldRules: FieldRules = {
  param: 'domain',
  read(text) {
    const target = toDnsName(text);
    return target === null ? { message: texts.invalid } : { target };
  },
  looksWrong: () => false,
};

const result = lazyResult(() => import('./result.tsx'), texts.failed);

/** For search engines. */
export const description = 'Check the delegation and DNSSEC of a domain from the DNS root down, at every name server.';

export function Page({ screen }: PageProps) {
  const preFlight = usePreFlight();
  const { parameters, asked: given } = preFlight;
  const lookup = useLookupForm(useMemo(() => ({ ...fieldRules, more: parameters }), [parameters]));
  const form: LookupForm<DelegationAsked> = {
    ...lookup,
    asked: useMemo(() => lookup.asked && { ...lookup.asked, given }, [lookup.asked, given]),
    submit: () => preFlight.check() && lookup.submit(),
    choose: (text) => preFlight.check() && lookup.choose(text),
  };
  return (
    <LookupPage
      screen={screen}
      form={form}
      label="Domain name"
      placeholder="Enter a domain name"
      button={<SubmitButton label="Check" busyLabel="Checking..." busy={form.isBusy} />}
      more={
        <PreFlightFields
          isOpen={preFlight.isAsked}
          entries={preFlight.entries}
          isTold={preFlight.isTold}
          onChange={preFlight.setEntries}
        />
      }
      about={texts.about}
      examples={[EXAMPLE_HOST, EXAMPLE_HOST_2]}
      loading={<LookupLoading text={texts.loading} onCancel={form.cancel} />}
      result={result}
    />
  );
}
