import { toHostName, toSpelledName } from '@sonde/contract/target/domain';
import { EXAMPLE_HOST, EXAMPLE_HOST_2 } from '../../examples.ts';
import { lookupLink } from '../../shell/lookup-link.ts';
import { AdSlots } from '../../ui/ad-slot.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { lazyResult } from '../lazy-result.tsx';
import { LookupPage } from '../lookup-page.tsx';
import type { PageProps } from '../screen-card.ts';
import { type FieldRules, useLookupForm } from '../use-lookup-form.ts';
import { useSecondTarget } from '../use-second-target.ts';
import { Loading } from './loading.tsx';
import { ABOUT, texts } from './texts.ts';

const rules: FieldRules = {
  param: 'domain',
  read(text) {
    const target = toHostName(text) === null ? null : toSpelledName(text);
    return target === null ? { message: texts.invalid } : { target };
  },
  // The specification judges this field when it is submitted.
  looksWrong: () => false,
};

const result = lazyResult(() => import('./result.tsx'), texts.fallback);

export function Page({ screen }: PageProps) {
  const form = useSecondTarget(useLookupForm(rules), screen);
  const idle = (
    <>
      <EmptyState icon={screen.icon} title={texts.idle} />
      <AdSlots />
    </>
  );
  /** The specification's hint, which stays when there are recent lookups to offer. */
  const hint = (
    <>
      <span>Try</span>
      {[EXAMPLE_HOST, EXAMPLE_HOST_2].map((host) => (
        <Chip key={host} href={lookupLink(screen, host) ?? screen.path} onChoose={() => form.choose(host)}>
          {host}
        </Chip>
      ))}
    </>
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
      idle={idle}
      loading={<Loading onCancel={form.cancel} />}
      result={result}
    />
  );
}
