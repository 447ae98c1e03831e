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

const usual: Options = { startTls: null, isRevocationAsked: true };

const result = lazyResult(() => import('./result.tsx'), texts.failed);

export function Page({ screen }: PageProps) {
  const { options, setOptions, rules } = useOptions();
  const lookup = useLookupForm(rules);
  /** As it was when the button was pressed. */
  const [asked, setAsked] = useState<Options>(usual);
  const withChoice = (work: () => void) => () => {
    setAsked(options);
    work();
  };
  const form: LookupForm<SslAsked> = {
    ...lookup,
    asked: lookup.asked && { ...lookup.asked, ...asked },
    submit: withChoice(lookup.submit),
    choose: (text) => withChoice(() => lookup.choose(text))(),
  };
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

/** What was chosen; a link may name it, as the form does where there is no script yet. */
function useOptions() {
  const search = useSearch();
  const [options, setOptions] = useState(usual);
  useLayoutEffect(() => {
    const linked = new URLSearchParams(search);
    const startTls = startTlsNames.find((name) => name === linked.get('starttls'));
    if (startTls !== undefined) setOptions((now) => ({ ...now, startTls }));
    if (linked.get('revocation') === 'false') setOptions((now) => ({ ...now, isRevocationAsked: false }));
  }, [search]);
  const rules = useMemo(() => ({ ...fieldRules, more: parametersOf(options) }), [options]);
  return { options, setOptions, rules };
}

function parametersOf({ startTls, isRevocationAsked }: Options): Readonly<Record<string, string>> {
  return { ...(startTls && { starttls: startTls }), ...(!isRevocationAsked && { revocation: 'false' }) };
}
