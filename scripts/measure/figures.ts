import { type Copy, copiesIn } from './copies.ts';
import { functionLines } from './functions.ts';
import { crowdedFolders, type Group, linesIn, quantile, type SourceFile } from './source-files.ts';
import { sharedTypeNames, type WordUse, wordUses } from './words.ts';

const CROWDED_FILES = 20;
const COPIED_LINES = 6;

export interface GroupFigures {
  readonly files: number;
  readonly lines: number;
  readonly functions: number;
  readonly medianFileLines: number;
  readonly medianFunctionLines: number;
  readonly p90FunctionLines: number;
  readonly longestFunctionLines: number;
}

/** Figures that can be read from the sources without running them. */
export interface SourceFigures {
  readonly groups: Readonly<Record<Group, GroupFigures>>;
  readonly crowdedFolders: readonly { readonly folder: string; readonly files: number }[];
  readonly watchedWords: readonly WordUse[];
  readonly sharedTypeNames: readonly { readonly name: string; readonly files: readonly string[] }[];
  /** Copies in shipped code. */
  readonly copies: readonly Copy[];
}

export function sourceFigures(files: readonly SourceFile[]): SourceFigures {
  const inGroup = (group: Group) => files.filter((file) => file.group === group);
  const shipped = inGroup('shipped');
  return {
    groups: {
      shipped: groupFigures(shipped),
      tests: groupFigures(inGroup('tests')),
      other: groupFigures(inGroup('other')),
    },
    crowdedFolders: crowdedFolders(files, CROWDED_FILES),
    watchedWords: wordUses(files),
    sharedTypeNames: sharedTypeNames(shipped),
    copies: copiesIn(shipped, COPIED_LINES),
  };
}

function groupFigures(files: readonly SourceFile[]): GroupFigures {
  const fileLines = files.map(({ text }) => linesIn(text));
  const lines = files.flatMap(functionLines);
  return {
    files: files.length,
    lines: fileLines.reduce((sum, count) => sum + count, 0),
    functions: lines.length,
    medianFileLines: quantile(fileLines, 0.5),
    medianFunctionLines: quantile(lines, 0.5),
    p90FunctionLines: quantile(lines, 0.9),
    longestFunctionLines: Math.max(0, ...lines),
  };
}
