/**
 * What passes between the sandbox and its page, and between the page's own parts.
 *
 * Everything that Discord has a JSON form for keeps that form (ids are strings, snake_case).
 */

export type Id = string;

// What the server tells

export type Told =
  | { t: "state"; state: State }
  | { t: "message"; message: Message; fresh: boolean } // fresh: new, not edited
  | { t: "gone"; channel: Id; id: Id } // a message was deleted or dismissed
  | { t: "crossed"; entry: Crossing } // only while watching
  | { t: "done"; id: number; result: Result } // the answer to a request
  | { t: "refused"; id: number; text: string }; // Discord's own client would not have let it happen

/** Everything but messages, as one person sees it; sent whole whenever it changes. */
export interface State {
  me: Me;
  people: Tenant[]; // whom the switch at the top offers, in order
  users: Record<Id, User>; // all who exist, the bot included
  bot: { id: Id; connected: boolean; running: boolean; restartable: boolean };
  servers: Server[];
  direct: Channel; // the private messages with the bot
  commands: Command[]; // all registered ones; what may be used where is decided here
  languages: string[]; // Discord's locale codes that can be chosen
  permissions: string[]; // what the bot asks for, e.g. "SEND_MESSAGES"
}

export interface Me extends User {
  locale: string;
  dms_open: boolean;
}

export interface Tenant {
  id: Id;
  name: string;
  locale: string;
  moderator: boolean;
  here: boolean; // some tab is open as them
  dms_open: boolean;
}

export interface User {
  id: Id;
  name: string;
  bot: boolean;
}

export interface Server {
  id: Id;
  name: string;
  locale: string;
  available: boolean;
  members: Id[]; // the bot included when it is in
  roles: Role[]; // @everyone first
  can_manage: boolean; // this person may change the server's settings
  channels: Channel[]; // visible ones in order, threads after all others
}

export interface Role {
  id: Id;
  name: string;
}

export interface Channel {
  id: Id;
  type: 0 | 1 | 2 | 5 | 10 | 11 | 12; // Discord's; 1 is private messages, 10 to 12 are threads
  name: string;
  server: Id | null;
  parent: Id | null; // a thread's channel
  can_send: boolean;
  can_use_commands: boolean;
  can_manage_messages: boolean;
  can_manage: boolean; // may archive, lock, delete
  permissions: string; // Discord's bits of this person here, as text
  archived: boolean;
  locked: boolean;
  joined: boolean; // this person is in the thread
  members: Id[]; // those in the thread; for others empty
  message_count: number; // as Discord shows it under a message with a thread
  unread: number;
  pings: number; // unread messages that ping this person; in private messages all
  read: Id; // the last message this person has read, "0" for none
  denied: string[]; // which of State.permissions the bot lacks here
}

/** Discord's message object, and what a client knows more. */
export interface Message {
  id: Id;
  channel_id: Id;
  type: number; // 0 plain, 18 thread created, 19 reply, 20 slash, 21 thread starter, 23 user menu
  author: { id: Id; username: string; global_name: string | null; bot?: boolean };
  content: string;
  timestamp: string;
  edited_timestamp: string | null;
  mentions: { id: Id }[];
  mention_everyone: boolean;
  attachments: Attachment[];
  embeds: Embed[];
  components: Component[];
  flags: number; // 32 has a thread, 64 ephemeral, 128 "is thinking", 32768 components v2
  webhook_id?: Id;
  interaction_metadata?: { id: Id; type: number; user: { id: Id } };
  referenced_message?: Message | null; // null: it was deleted
  message_reference?: { message_id: Id; channel_id: Id };
  command: string | null; // "mastermind challenge" where a command was used
  pings_me: boolean;
}

export interface Attachment {
  id: Id;
  filename: string;
  url: string;
  size: number;
  content_type?: string;
  description?: string;
  width?: number;
  height?: number;
}

export interface Embed {
  title?: string;
  description?: string;
  url?: string;
  color?: number;
  timestamp?: string;
  author?: { name: string; url?: string; icon_url?: string };
  footer?: { text: string; icon_url?: string };
  image?: { url: string; width?: number; height?: number };
  thumbnail?: { url: string };
  fields?: { name: string; value: string; inline?: boolean }[];
}

export interface Emoji {
  id?: Id | null;
  name?: string | null;
  animated?: boolean;
}

export interface SelectOption {
  label: string;
  value: string;
  description?: string;
  emoji?: Emoji;
  default?: boolean;
}

/** Any component, of messages and of modals. Which fields it has goes by `type`. */
export interface Component {
  type: number;
  id?: number;
  custom_id?: string;
  components?: Component[]; // 1 action row, 9 section, 17 container
  accessory?: Component; // 9 section
  component?: Component; // 18 label
  style?: number; // 2 button (1 to 5), 4 text input (1 short, 2 paragraph)
  label?: string; // 2, 4, 18
  description?: string; // 18, 11, 12's items
  emoji?: Emoji;
  url?: string;
  disabled?: boolean;
  options?: SelectOption[]; // 3 select, 21 radio group, 22 checkbox group
  default_values?: { id: Id; type: string }[]; // 5 people, 6 roles, 7 both, 8 channels
  channel_types?: number[]; // 8
  placeholder?: string;
  min_values?: number;
  max_values?: number;
  required?: boolean;
  value?: string;
  default?: boolean; // 23 checkbox
  min_length?: number;
  max_length?: number;
  content?: string; // 10 text display
  media?: { url: string }; // 11 thumbnail
  items?: { media: { url: string; width?: number; height?: number }; description?: string }[]; // 12
  file?: { url: string }; // 13
  name?: string; // 13
  size?: number; // 13
  divider?: boolean; // 14 separator
  spacing?: number; // 14
  accent_color?: number | null; // 17
  spoiler?: boolean;
}

/** A modal as the bot sent it. */
export interface ModalData {
  custom_id: string;
  title: string;
  components: Component[];
}

export interface Localized {
  name: string;
  name_localizations?: Record<string, string> | null;
}

export interface Command extends Localized {
  id: Id;
  type: number; // 1 slash, 2 user menu
  description: string;
  description_localizations?: Record<string, string> | null;
  options?: CommandOption[];
  contexts?: number[] | null; // 0 servers, 1 private messages with the bot
  dm_permission?: boolean;
  default_member_permissions?: string | null;
}

export interface CommandOption extends Localized {
  type: number; // 1 subcommand, 2 group, 3 text, 4 integer, 5 boolean, 6 user, 10 number
  description: string;
  description_localizations?: Record<string, string> | null;
  required?: boolean;
  options?: CommandOption[];
  choices?: CommandChoice[];
  autocomplete?: boolean;
  min_value?: number;
  max_value?: number;
  min_length?: number;
  max_length?: number;
}

export interface CommandChoice extends Localized {
  value: string | number;
}

// What the page asks

export type Ask =
  | { do: "open"; channel: Id; before?: Id } // Result.messages, oldest first, at most 100
  | { do: "read"; channel: Id }
  | { do: "say"; channel: Id; text: string; reply_to?: Id; ping?: boolean }
  | { do: "edit"; channel: Id; message: Id; text: string }
  | { do: "delete"; channel: Id; message: Id }
  | { do: "dismiss"; channel: Id; message: Id } // an ephemeral message
  | { do: "press"; channel: Id; message: Id; custom_id: string }
  | { do: "select"; channel: Id; message: Id; custom_id: string; values: string[] }
  | { do: "submit"; box: string; values: Record<string, FieldValue> } // by custom id
  | { do: "slash"; channel: Id; line: string; options: Record<string, OptionValue> }
  | {
      do: "complete";
      channel: Id;
      line: string;
      options: Record<string, OptionValue>;
      focused: string;
    }
  | { do: "menu"; channel: Id; name: string; target: Id }
  | { do: "language"; locale: string }
  | { do: "server-language"; server: Id; locale: string }
  | { do: "thread"; channel: Id; change: "join" | "leave" | "archive" | "lock" | "open" | "delete" }
  | { do: "watch"; on: boolean } // Result.crossings: the last 200; then they are told
  | { do: "dms"; person: Id; open: boolean }
  | { do: "permission"; channel: Id; permission: string; allowed: boolean } // the bot's
  | { do: "membership"; server: Id; present: boolean } // the bot's
  | { do: "moderate"; channel: Id; change: Moderation } // a thread, whoever asks
  | { do: "drop" } // the bot's connection
  | { do: "restart" }; // the bot

export type Moderation = "archive" | "unarchive" | "lock" | "unlock" | "delete";
export type FieldValue = string | string[] | boolean;
export type OptionValue = string | number | boolean; // a user by id

export interface Result {
  outcome?: "message" | "update" | "modal" | "acknowledged" | "choices" | "failed"; // of interactions
  box?: { token: string; data: ModalData };
  choices?: CommandChoice[];
  messages?: Message[];
  more?: boolean; // there are older ones
  crossings?: Crossing[];
}

/** One thing that crossed the wire between bot and sandbox. */
export interface Crossing {
  number: number;
  at: string; // ISO 8601
  kind: "call" | "event";
  title: string; // "POST /channels/1/messages" or "MESSAGE_CREATE"
  status: number | null; // of a call
  sent: unknown; // a call's body, an event's data
  answer: unknown; // a call's answer
}

// The page's own parts

/** What every part is given. `app.js` makes it. */
export interface App {
  readonly state: State; // always the newest
  readonly channel: Channel | null; // the one shown
  /** A phrase of the page in this person's language. */
  word(key: string, values?: Record<string, string | number>): string;
  /** Ask the server. Rejects with a Refused error (its message is a sentence) when refused. */
  ask(what: Ask): Promise<Result>;
  /** Show a channel; the keyboard then stands in the message box. */
  go(channel: Id): void;
  /** Show a modal over everything. */
  openBox(box: { token: string; data: ModalData }): void;
  /** Show the small card and menu of a person beside an element. */
  openPerson(user: Id, anchor: HTMLElement): void;
  /** Begin a reply in the message box. */
  replyTo(message: Message): void;
  /** Put a text into the message box where the cursor stands. */
  insert(text: string): void;
  /** A short sentence at the bottom of the screen, read out as well. */
  notify(text: string): void;
  /** A local, ephemeral-like note in a channel: a slash command that was not answered. */
  noteFailure(channel: Id, command: string): void;
}
