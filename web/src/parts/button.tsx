// Buttons, and links that look like them. One filled button a screen.

import type { ComponentChildren, JSX } from "preact";
import { Link } from "wouter-preact";

type Look = "filled" | "outlined" | "plain";

type ButtonProps = JSX.HTMLAttributes<HTMLButtonElement> & {
  look?: Look;
  type?: "button" | "submit";
  disabled?: boolean;
  children: ComponentChildren;
};

export function Button({ look = "outlined", type = "button", children, ...others }: ButtonProps) {
  return (
    <button type={type} class={`button ${look}`} {...others}>
      {children}
    </button>
  );
}

export function LinkButton({ href, look = "outlined", children }: { href: string; look?: Look; children: ComponentChildren }) {
  return (
    <Link href={href} class={`button ${look}`}>
      {children}
    </Link>
  );
}
