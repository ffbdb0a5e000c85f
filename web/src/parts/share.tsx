// A link to give to others: by the device's own sheet where there is one, else copied. Used by the waiting room.

import { useState } from "preact/hooks";
import { texts } from "../texts/language.ts";
import { Button } from "./button.tsx";

const words = texts({
  en: { copy: "Copy the link", copied: "The link is copied.", share: "Share" },
  ru: { copy: "Скопировать ссылку", copied: "Ссылка скопирована.", share: "Поделиться" },
  fr: { copy: "Copier le lien", copied: "Le lien est copié.", share: "Partager" },
});

interface ShareProps {
  link: string;
  text: string;
  look?: "filled" | "outlined" | "plain";
}

export function Share({ link, text, look = "outlined" }: ShareProps) {
  const say = words();
  const [isCopied, setCopied] = useState(false);
  const canShare = typeof navigator.share === "function";
  const copy = async () => {
    await navigator.clipboard.writeText(link);
    setCopied(true);
  };
  return (
    <>
      {canShare && (
        <Button look={look} onClick={() => void navigator.share({ text, url: link }).catch(() => {}) /* closed without sharing */}>
          {say.share}
        </Button>
      )}
      {typeof navigator.clipboard === "object" && (
        <Button look={canShare ? "plain" : look} onClick={() => void copy().catch(() => {}) /* the link can be selected */}>
          {say.copy}
        </Button>
      )}
      <span role="status" class="quiet">{isCopied ? say.copied : ""}</span>
    </>
  );
}
