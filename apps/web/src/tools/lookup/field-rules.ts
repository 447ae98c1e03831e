import { classify } from '@sonde/contract/targets/classify';
import { toHostName, toSpelledName } from '@sonde/contract/targets/domain';
import type { FieldRules } from './use-lookup-form.ts';

/** A field for a host name or an address, sent as typed. */
export const hostRules = (texts: { readonly blank: string; readonly invalid: string }): FieldRules => ({
  param: 'host',
  read(text) {
    if (text.trim() === '') return { message: texts.blank };
    return classify(text) === 'invalid' ? { message: texts.invalid } : { target: text.trim() };
  },
  looksWrong: (text) => text.trim() !== '' && classify(text) === 'invalid',
  waitsForPress: true,
  keepsCancelled: true,
});

/** A field for a domain name, checked only on submit, as specified. */
export const domainRules = (texts: { readonly invalid: string }): FieldRules => ({
  param: 'domain',
  read(text) {
    const target = toHostName(text) === null ? null : toSpelledName(text);
    return target === null ? { message: texts.invalid } : { target };
  },
  looksWrong: () => false,
});
