/** A place as the operator adds it. */
export interface NewPlace {
  readonly id: string;
  readonly name: string;
  readonly city: string | null;
  readonly country: string | null;
  readonly asn: number | null;
  /** Both in decimal degrees, or both null: a position is stated, and never derived from the city. */
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** True: the code alone suffices, and the operator compares no fingerprint. */
  readonly confirmsItself: boolean;
}

/** What the operator can do with places, on the machine of the hub. */
export type PlacesAction =
  | { readonly action: 'add'; readonly place: NewPlace }
  | { readonly action: 'list' }
  | { readonly action: 'confirm' | 'remove'; readonly id: string };
