import { RoundButton } from '../../ui/forms/round-button.tsx';
import { Hourglass } from '../../ui/icons/lucide/hourglass.ts';
import { Route } from '../../ui/icons/lucide/route.ts';
import { hostRules } from '../lookup/field-rules.ts';
import { lazyResult } from '../lookup/lazy-result.tsx';
import { LookupLoading } from '../lookup/lookup-loading.tsx';
import { LookupPage } from '../lookup/lookup-page.tsx';
import { type LookupForm, useLookupForm } from '../lookup/use-lookup-form.ts';
import { useOptions } from '../lookup/use-options.ts';
import { useTracedElsewhere } from '../places/traced-elsewhere.ts';
import { EXAMPLE_HOST, EXAMPLE_IP } from '../screens/examples.ts';
import type { PageProps } from '../screens/screen-card.ts';
import { OptionsForm } from './options-form.tsx';
import { ABOUT, DISTRIBUTED, texts } from './texts.ts';
import { optionsIn, parametersOf, type TraceAsked } from './trace-options.ts';

const fieldRules = hostRules(texts);

const result = lazyResult(() => import('./result.tsx'), texts.fallback);

/** For search engines. */
export const description =
  'Trace the path from our server to a host: routers, round trip times, networks, places, packet loss and path MTU.';

export function Page({ screen }: PageProps) {
  const { options, setOptions, asked, rules } = useOptions(fieldRules, optionsIn, parametersOf);
  const lookup = useLookupForm(rules);
  const form: LookupForm<TraceAsked> = { ...lookup, asked: lookup.asked && { ...lookup.asked, ...asked } };
  return (
    <LookupPage
      screen={screen}
      form={form}
      label="Host name or IP address"
      placeholder={texts.placeholder}
      button={<RoundButton label="Trace" icon={Route} busy={form.isBusy} />}
      more={<OptionsForm options={options} onChange={setOptions} />}
      about={ABOUT}
      examples={[EXAMPLE_HOST, EXAMPLE_IP]}
      idle={<Planned features={screen.features} />}
      loading={<LookupLoading text={texts.loading} onCancel={form.cancel} />}
      result={result}
    />
  );
}

/** Announced features; with places, a trace can be made from several, and is there. */
function Planned({ features }: { readonly features: readonly string[] }) {
  if (useTracedElsewhere()) return null;
  return (
    <ul className="soon-grid" aria-label="Planned">
      {features.map((feature) => (
        <li key={feature}>
          <Hourglass className="i" />
          <span>
            {feature} <span className="soon">Coming Soon</span>
            <small>{DISTRIBUTED}</small>
          </span>
        </li>
      ))}
    </ul>
  );
}
