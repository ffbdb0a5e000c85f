// Lending the reader's own seat: the offer with its link, who has accepted it, and its end.

import { useSignal } from "@preact/signals";
import type { Loan } from "flipside-client";
import { isolated } from "../../../games/names.ts";
import { useAction } from "../../../parts/action.ts";
import { useAnswer } from "../../../parts/answer.ts";
import { Button } from "../../../parts/button.tsx";
import { Field } from "../../../parts/field.tsx";
import { Share } from "../../../parts/share.tsx";
import { Sheet } from "../../../parts/sheet.tsx";
import { State, Trouble } from "../../../parts/state.tsx";
import { client } from "../../../session/session.ts";
import { plural } from "../../../texts/language.ts";
import { moment } from "../../../texts/times.ts";
import type { MenuSheetProps } from "../panel/sheet-button.tsx";
import { Tile, Tiles } from "../panel/tiles.tsx";
import { LOAN_PATH } from "./loan.ts";
import { loanTexts } from "./texts.ts";
import { loanTitle } from "./title.ts";

const HOURS = [6, 12, 24, 48];

export default function LoanSheet({ game, onClose }: MenuSheetProps) {
  const say = loanTexts();
  const path = { game_id: game.id, seat: String(game.your_seat) };
  const answer = useAnswer<Loan>((service, signal) => service.get(LOAN_PATH, { path, signal }), game.id);
  const { value } = answer;
  const end = async () => {
    await client.peek().delete(LOAN_PATH, { path });
    onClose();
  };
  return (
    <Sheet title={loanTitle().lend} note={say.note} onClose={onClose}>
      <div class="loan">
        {value === undefined ? <State of={answer} /> : value.state === "none" ? (
          <Offer path={path} onOffer={answer.put} />
        ) : (
          <Lent loan={value} onEnd={end} />
        )}
        <Button look="plain" onClick={onClose}>{say.close}</Button>
      </div>
    </Sheet>
  );
}

function Offer({ path, onOffer }: { path: { game_id: string; seat: string }; onOffer: (loan: Loan) => void }) {
  const say = loanTexts();
  const hours = useSignal(24);
  const friend = useSignal("");
  const action = useAction();
  const offer = async () => {
    const player = friend.value.trim();
    onOffer(await client.peek().put(LOAN_PATH, { path, body: { hours: hours.value, ...(player === "" ? {} : { player }) } }));
  };
  return (
    <>
      <Tiles label={say.howLong} isSmall>
        {HOURS.map((one) => (
          <Tile key={one} isPicked={hours.value === one} onPick={() => { hours.value = one; }}><b>{plural(one, say.hours)}</b></Tile>
        ))}
      </Tiles>
      <Field label={say.friend} note={say.friendNote} maxLength={64} value={friend.value} onValue={(name) => { friend.value = name; }} />
      <Trouble of={action} />
      <Button look="filled" disabled={action.isBusy} onClick={() => action.run(offer)}>{say.offer}</Button>
    </>
  );
}

function Lent({ loan, onEnd }: { loan: Loan; onEnd: () => Promise<void> }) {
  const say = loanTexts();
  const action = useAction();
  const isOffered = loan.state === "offered";
  return (
    <>
      {isOffered ? (
        <>
          <p>{say.offered(plural(loan.hours ?? 0, say.hours), moment(loan.lapses_at ?? ""))}</p>
          <Field label={say.link} readOnly value={loan.link ?? ""} onValue={() => {}} />
          <Share link={loan.link ?? ""} text={say.share} look="filled" />
        </>
      ) : (
        <p>{say.holds(isolated(loan.borrower ?? ""), moment(loan.lent_until ?? ""))}</p>
      )}
      <Trouble of={action} />
      <Button disabled={action.isBusy} onClick={() => action.run(onEnd)}>{isOffered ? say.withdraw : say.takeBack}</Button>
    </>
  );
}
