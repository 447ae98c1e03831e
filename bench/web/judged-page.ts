/** A page that Lighthouse judges. */
export interface JudgedPage {
  /** What results call it. */
  readonly name: string;
  readonly origin: string;
  readonly path: string;
  /** False for a page that search engines are told not to list: it is not judged by what they want. */
  readonly isIndexed: boolean;
}
