import type { Picture } from '../../../pictures/drawing.ts';
import type { ReadAnswerOf } from '../../../tool.ts';
import type { web } from '../contract.ts';
import { familiesPicture, versionsPicture } from './reach.ts';
import { waterfall } from './waterfall.ts';

export function webPictures(answer: ReadAnswerOf<typeof web>): readonly Picture[] {
  return [
    { title: 'Requests', drawing: waterfall(answer) },
    { title: 'Versions of HTTP', drawing: versionsPicture(answer) },
    { title: 'IPv4 and IPv6', drawing: familiesPicture(answer) },
  ].flatMap(({ title, drawing }) => (drawing === null ? [] : [{ title, drawing }]));
}
