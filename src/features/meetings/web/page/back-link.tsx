import { IconArrowLeft } from "@tabler/icons-react";
import { Link } from "wouter";
import classes from "../meetings.module.css";

/** Leads to all meetings. */
export function BackLink() {
  return (
    <Link href="/meetings" className={classes.back ?? ""}>
      <IconArrowLeft size={16} aria-hidden />
      All meetings
    </Link>
  );
}
