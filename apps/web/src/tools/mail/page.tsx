import { toMailDomain } from '@sonde/contract/targets/mail-domain';
import { useEffect, useRef, useState } from 'react';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { lazyResult } from '../lookup/lazy-result.tsx';
import { LookupPage } from '../lookup/lookup-page.tsx';
import { type FieldRules, type LookupForm, useLookupForm } from '../lookup/use-lookup-form.ts';
import { useOptions } from '../lookup/use-options.ts';
import { EXAMPLE_HOST, EXAMPLE_HOST_2 } from '../screens/examples.ts';
import type { PageProps } from '../screens/screen-card.ts';
import { type MailAsked, optionsIn, parametersOf } from './asked.ts';
import { CheckOptions } from './check-options.tsx';
import { Loading } from './loading.tsx';
import { texts } from './texts.ts';

const fieldRules: FieldRules = {
  param: 'domain',
  read(text) {
    const target = toMailDomain(text);
    return target === null ? { message: texts.invalid } : { target };
  },
  looksWrong: () => false,
  waitsForPress: true,
};

const result = lazyResult(() => import('./result.tsx'), texts.failed);
const reader = lazyResult<object>(
  () => import('./header/header-reader.tsx').then(({ HeaderReader }) => ({ Result: HeaderReader })),
  texts.readerFailed,
);

/** For search engines. */
export const description =
  'Check MX, SPF, DKIM, DMARC and MTA-STS of a domain: whether mail arrives, and who can send it in its name.';

export function Page({ screen }: PageProps) {
  const { options, setOptions, asked, rules } = useOptions(fieldRules, optionsIn, parametersOf);
  const lookup = useLookupForm(rules);
  const form: LookupForm<MailAsked> = { ...lookup, asked: lookup.asked && { ...lookup.asked, ...asked } };
  return (
    <LookupPage
      screen={screen}
      form={form}
      label="Domain or email address"
      placeholder={texts.placeholder}
      button={<SubmitButton label={texts.button} busyLabel={texts.busy} busy={form.isBusy} />}
      more={<CheckOptions value={options} onChange={setOptions} />}
      about={texts.about}
      examples={[EXAMPLE_HOST, EXAMPLE_HOST_2]}
      idle={<Reader />}
      loading={<Loading onCancel={form.cancel} />}
      result={result}
    />
  );
}

/** Collapsed: the code, including tables of an answer, is loaded when it is opened. */
function Reader() {
  const [wasOpened, setOpened] = useState(false);
  const fold = useRef<HTMLDetailsElement>(null);
  // The element can be opened before the script runs.
  useEffect(() => setOpened(fold.current?.open === true), []);
  return (
    <details ref={fold} id="header" className="mail-fold" onToggle={() => setOpened(true)}>
      <summary>{texts.reader}</summary>
      {wasOpened && <reader.Result fallback={null} />}
    </details>
  );
}
