import type { Picture } from '../../../pictures/drawing.ts';
import type { ReadAnswerOf } from '../../../tool.ts';
import type { mail } from '../contract.ts';
import { lookupsPicture } from './lookups.ts';
import { receivedMailPicture, sentMailPicture } from './way.ts';

export function mailPictures(answer: ReadAnswerOf<typeof mail>): readonly Picture[] {
  return [
    { title: 'Mail to the domain', drawing: receivedMailPicture(answer) },
    { title: 'Mail from the domain', drawing: sentMailPicture(answer) },
    { title: 'Lookups of SPF', drawing: answer.spf === null ? null : lookupsPicture(answer.spf) },
  ].flatMap(({ title, drawing }) => (drawing === null ? [] : [{ title, drawing }]));
}
