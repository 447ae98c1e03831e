import { type StartTls, startTlsNames } from '@sonde/contract';
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
import { StartTlsChoice } from './start-tls-choice.tsx';
import { texts } from './texts.ts';

/** No format check: what the text is, is for the server to say. */
const fieldRules: FieldRules = {
  param: 'domain',
  read: (text) => (text.trim() === '' ? { message: texts.blank } : { target: text.trim() }),
  looksWrong: () => false,
  waitsForPress: true,
};

const result = lazyResult(() => import('./result.tsx'), texts.failed);

export function Page({ screen }: PageProps) {
  const { startTls, setStartTls, rules } = useStartTls();
  const lookup = useLookupForm(rules);
  /** As it was when the button was pressed. */
  const [asked, setAsked] = useState<StartTls | null>(null);
  const withChoice = (work: () => void) => () => {
    setAsked(startTls);
    work();
  };
  const form: LookupForm<SslAsked> = {
    ...lookup,
    asked: lookup.asked && { ...lookup.asked, startTls: asked },
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
      more={<StartTlsChoice value={startTls} onChange={setStartTls} />}
      examples={[EXAMPLE_HOST, EXAMPLE_HOST_2]}
      loading={<LookupLoading text="Connecting and reading the certificate" onCancel={form.cancel} />}
      result={result}
    />
  );
}

/** The choice of a protocol; a link may name it, as the form does where there is no script yet. */
function useStartTls() {
  const linked = new URLSearchParams(useSearch()).get('starttls');
  const [startTls, setStartTls] = useState<StartTls | null>(null);
  useLayoutEffect(() => {
    const named = startTlsNames.find((name) => name === linked);
    if (named !== undefined) setStartTls(named);
  }, [linked]);
  const rules = useMemo(
    () => (startTls === null ? fieldRules : { ...fieldRules, more: { starttls: startTls } }),
    [startTls],
  );
  return { startTls, setStartTls, rules };
}
