import { classify } from '@sonde/contract/target/classify';
import { Activity } from 'lucide-react';
import { EXAMPLE_HOST, EXAMPLE_IP } from '../../examples.ts';
import { RoundButton } from '../../ui/round-button.tsx';
import { lazyResult } from '../lazy-result.tsx';
import { LookupLoading } from '../lookup-frame.tsx';
import { LookupPage } from '../lookup-page.tsx';
import type { PageProps } from '../screen-card.ts';
import { type FieldRules, useLookupForm } from '../use-lookup-form.ts';
import { ABOUT, NO_RESPONSE, texts } from './texts.ts';

const rules: FieldRules = {
  param: 'host',
  read(text) {
    if (text.trim() === '') return { message: texts.blank };
    return classify(text) === 'invalid' ? { message: texts.invalid } : { target: text.trim() };
  },
  looksWrong: (text) => text.trim() !== '' && classify(text) === 'invalid',
  waitsForPress: true,
  keepsCancelled: true,
};

const result = lazyResult(() => import('./result.tsx'), NO_RESPONSE);

export function Page({ screen }: PageProps) {
  const form = useLookupForm(rules);
  return (
    <LookupPage
      screen={screen}
      form={form}
      label="Host name or IP address"
      placeholder={texts.placeholder}
      button={<RoundButton label="Ping" icon={Activity} busy={form.isBusy} />}
      about={ABOUT}
      examples={[EXAMPLE_HOST, EXAMPLE_IP]}
      loading={<LookupLoading text={texts.loading} onCancel={form.cancel} />}
      result={result}
    />
  );
}
