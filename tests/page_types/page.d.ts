// What the scripts take for granted, in types.

// A page has what a selector asks it for; where it may lack it, the script says so with `?.`. The browser tests touch all.
interface ParentNode {
  querySelector<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K];
  querySelector(selectors: string): any;
  querySelectorAll<K extends keyof HTMLElementTagNameMap>(selectors: K): NodeListOf<HTMLElementTagNameMap[K]>;
  querySelectorAll(selectors: string): NodeListOf<any>;
}

// What the program tells of a game in play has every part of every view; other answers leave out what is empty.
type Whole<View> = View extends object ? { [Part in keyof View]-?: Whole<View[Part]> } : View;
type State = Whole<Api.Status>;
type Piece = Api.PieceView;
type BoardHealth = Whole<Api.BoardHealth>;
type Light = Whole<Api.LightView>;
type BoardLayout = Whole<Api.Layout>;

// A form, by its own id or that of what it stands in, with its fields by name.
type PageForm<Name extends keyof PageFields> = HTMLFormElement & PageFields[Name] & {
  elements: HTMLFormControlsCollection & PageFields[Name];
};
