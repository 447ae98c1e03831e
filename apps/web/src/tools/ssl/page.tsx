import { startTlsNames } from '@sonde/contract/start-tls';
import { useLayoutEffect, useMemo, useState } from 'react';
import { useSearch } from 'wouter';
import { EXAMPLE_HOST, EXAMPLE_HOST_2 } from '../../examples.ts';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { lazyResult } from '../lazy-result.tsx';
import { LookupLoading } from '../lookup-frame.tsx';
import { LookupPage } from '../lookup-page.tsx';
import type { PageProps } from '../screen-card.ts';
import { type FieldRules, type LookupForm, useLookupForm } from '../use-lookup-form.ts';
import type { SslAsked } from './asked.ts';
import { CheckOptions } from './check-options.tsx';
import { ABOUT, texts } from './texts.ts';

/** No format check: what the text is, is for the server to say. */
const fieldRules: FieldRules = {
  param: 'domain',
  read: (text) => (text.trim() === '' ? { message: texts.blank } : { target: text.trim() }),
  looksWrong: () => false,
  waitsForPress: true,
};

type Options = Pick<SslAsked, 'startTls' | 'isRevocationAsked'>;

const result = lazyResult(() => import('./result.tsx'), texts.failed);

export function Page({ screen }: PageProps) {
  const { options, setOptions, asked, rules } = useOptions();
  const lookup = useLookupForm(rules);
  const form: LookupForm<SslAsked> = { ...lookup, asked: lookup.asked && { ...lookup.asked, ...asked } };
  return (
    <LookupPage
      screen={screen}
      form={form}
      label="Domain"
      placeholder={texts.placeholder}
      button={<SubmitButton label={texts.button} busyLabel={texts.busy} busy={form.isBusy} />}
      more={
        <CheckOptions
          value={options.startTls}
          onChange={(startTls) => setOptions({ ...options, startTls })}
          isRevocationAsked={options.isRevocationAsked}
          onRevocationChange={(isRevocationAsked) => setOptions({ ...options, isRevocationAsked })}
        />
      }
      about={ABOUT}
      examples={[EXAMPLE_HOST, EXAMPLE_HOST_2]}
      loading={<LookupLoading text="Connecting and reading the certificate" onCancel={form.cancel} />}
      result={result}
    />
  );
}

/** What is chosen, and what the address asks for: that of the last press, of a link, or of an earlier entry of the history. */
function useOptions() {
  const search = useSearch();
  const asked = useMemo(() => optionsIn(new URLSearchParams(search)), [search]);
  const [options, setOptions] = useState(asked);
  useLayoutEffect(() => setOptions(asked), [asked]);
  const rules = useMemo(() => ({ ...fieldRules, more: parametersOf(options) }), [options]);
  return { options, setOptions, asked, rules };
}

function optionsIn(query: URLSearchParams): Options {
  const startTls = startTlsNames.find((name) => name === query.get('starttls')) ?? null;
  return { startTls, isRevocationAsked: query.get('revocation') !== 'false' };
}

function parametersOf({ startTls, isRevocationAsked }: Options): Readonly<Record<string, string>> {
  return { ...(startTls && { starttls: startTls }), ...(!isRevocationAsked && { revocation: 'false' }) };
}
