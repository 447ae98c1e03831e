import { startTlsNames } from '@sonde/contract/start-tls';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { lazyResult } from '../lookup/lazy-result.tsx';
import { LookupLoading } from '../lookup/lookup-loading.tsx';
import { LookupPage } from '../lookup/lookup-page.tsx';
import { type FieldRules, type LookupForm, useLookupForm } from '../lookup/use-lookup-form.ts';
import { useOptions } from '../lookup/use-options.ts';
import { EXAMPLE_HOST, EXAMPLE_HOST_2 } from '../screens/examples.ts';
import type { PageProps } from '../screens/screen-card.ts';
import type { SslAsked } from './asked.ts';
import { CheckOptions } from './check-options.tsx';
import { ABOUT, texts } from './texts.ts';

/** No format check: the server validates the text. */
const fieldRules: FieldRules = {
  param: 'domain',
  read: (text) => (text.trim() === '' ? { message: texts.blank } : { target: text.trim() }),
  looksWrong: () => false,
  waitsForPress: true,
};

type Options = Pick<SslAsked, 'startTls' | 'isRevocationAsked'>;

const result = lazyResult(() => import('./result.tsx'), texts.failed);

/** For search engines. */
export const description =
  'Check the TLS certificate of a domain: validity, chain, protocols, ciphers and known weaknesses.';

export function Page({ screen }: PageProps) {
  const { options, setOptions, asked, rules } = useOptions(fieldRules, optionsIn, parametersOf);
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

function optionsIn(query: URLSearchParams): Options {
  const startTls = startTlsNames.find((name) => name === query.get('starttls')) ?? null;
  return { startTls, isRevocationAsked: query.get('revocation') !== 'false' };
}

function parametersOf({ startTls, isRevocationAsked }: Options): Readonly<Record<string, string>> {
  return { ...(startTls && { starttls: startTls }), ...(!isRevocationAsked && { revocation: 'false' }) };
}
