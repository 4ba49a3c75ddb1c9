import { useState } from "react";
import classes from "./avatar.module.css";

interface AvatarProps {
  name: string;
  /** The picture's address; null: the name's first letter. */
  url: string | null;
  large?: boolean;
}

/** A person's picture, or the first letter of their name if there is none or it doesn't load. */
export function Avatar({ name, url, large = false }: AvatarProps) {
  const [failed, setFailed] = useState(false);
  const look = { className: classes.avatar, "data-large": large || undefined };
  if (url && !failed) return <img {...look} src={url} alt="" onError={() => setFailed(true)} />;
  return (
    <span {...look} aria-hidden>
      {[...name][0]?.toUpperCase()}
    </span>
  );
}
