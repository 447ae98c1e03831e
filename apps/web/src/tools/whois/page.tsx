import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Chip } from '../../ui/forms/chip.tsx';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { domainRules } from '../lookup/field-rules.ts';
import { lazyResult } from '../lookup/lazy-result.tsx';
import { LookupPage } from '../lookup/lookup-page.tsx';
import { useLookupForm } from '../lookup/use-lookup-form.ts';
import { useSecondTarget } from '../lookup/use-second-target.ts';
import { EXAMPLE_HOST, EXAMPLE_HOST_2 } from '../screens/examples.ts';
import { lookupLink } from '../screens/lookup-link.ts';
import type { PageProps } from '../screens/screen-card.ts';
import { Loading } from './loading.tsx';
import { ABOUT, texts } from './texts.ts';

const rules = domainRules(texts);

const result = lazyResult(() => import('./result.tsx'), texts.fallback);

/** For search engines. */
export const description = 'See who registered a domain, through whom, since when and until when.';

export function Page({ screen }: PageProps) {
  const form = useSecondTarget(useLookupForm(rules), screen);
  /** The specified hint, which stays beside recent lookups. */
  const hint = (
    <div className="examples">
      <span>Try</span>
      {[EXAMPLE_HOST, EXAMPLE_HOST_2].map((host) => (
        <Chip key={host} href={lookupLink(screen, host) ?? screen.path} onChoose={() => form.choose(host)}>
          {host}
        </Chip>
      ))}
    </div>
  );
  return (
    <LookupPage
      screen={screen}
      form={form}
      label="Domain name"
      placeholder={texts.placeholder}
      button={<SubmitButton label="Look up" busyLabel="Looking up..." busy={form.isBusy} />}
      about={ABOUT}
      examples={[]}
      more={hint}
      idle={<EmptyState icon={screen.icon} title={texts.idle} />}
      loading={<Loading onCancel={form.cancel} />}
      result={result}
    />
  );
}
