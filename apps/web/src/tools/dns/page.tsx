import { toDnsName, toSpelledName } from '@sonde/contract/targets/domain';
import { useContext } from 'react';
import { Link } from 'wouter';
import { RoundButton } from '../../ui/forms/round-button.tsx';
import { Search } from '../../ui/icons/lucide/search.ts';
import { lazyResult } from '../lookup/lazy-result.tsx';
import { LookupPage } from '../lookup/lookup-page.tsx';
import { type FieldRules, type LookupForm, useLookupForm } from '../lookup/use-lookup-form.ts';
import { useOptions } from '../lookup/use-options.ts';
import { useSecondTarget } from '../lookup/use-second-target.ts';
import { EXAMPLE_HOST, EXAMPLE_HOST_2 } from '../screens/examples.ts';
import type { PageProps } from '../screens/screen-card.ts';
import { ToolsContext } from '../screens/screens-context.ts';
import { Loading } from './loading.tsx';
import { type DnsAsked, optionsIn, parametersOf } from './options/dns-options.ts';
import { OptionsFields } from './options/options-fields.tsx';
import { ABOUT, NO_RESPONSE, texts } from './texts.ts';

const fieldRules: FieldRules = {
  param: 'domain',
  read(text) {
    if (text.trim() === '') return { message: texts.blank };
    const target = toSpelledName(text);
    return target === null ? { message: texts.invalid } : { target };
  },
  looksWrong: (text) => text.trim() !== '' && toDnsName(text) === null,
};

const result = lazyResult(() => import('./result.tsx'), NO_RESPONSE);

/** For search engines. */
export const description =
  'See every DNS record of a domain: addresses, mail, name servers, texts, DNSSEC and more, in one table per type.';

export function Page({ screen }: PageProps) {
  const { options, setOptions, asked, rules } = useOptions(fieldRules, optionsIn, parametersOf);
  const lookup = useSecondTarget(useLookupForm(rules), screen);
  const form: LookupForm<DnsAsked> = { ...lookup, asked: lookup.asked && { ...lookup.asked, options: asked } };
  return (
    <LookupPage
      screen={screen}
      form={form}
      label="Domain name"
      placeholder={texts.placeholder}
      button={<RoundButton label="Look up" icon={Search} busy={form.isBusy} />}
      more={<OptionsFields value={options} onChange={setOptions} onSubmit={form.submit} />}
      about={ABOUT}
      examples={[EXAMPLE_HOST, EXAMPLE_HOST_2]}
      idle={<AfterChange />}
      loading={<Loading onCancel={form.cancel} />}
      result={result}
    />
  );
}

/** For visitors who wait for other resolvers to have newer records. */
function AfterChange() {
  const delegation = useContext(ToolsContext).find(({ id, status }) => id === 'delegation' && status === 'live');
  if (delegation === undefined) return null;
  return (
    <p className="about">
      An answer can be compared with those of public resolvers, in its panel “Public resolvers”.{' '}
      <Link href={delegation.path}>{delegation.name}</Link> asks the name servers of a domain themselves.
    </p>
  );
}
