CREATE TABLE "notification_position" (
	"id" integer PRIMARY KEY NOT NULL,
	"journal" bigint NOT NULL,
	"facts" bigint NOT NULL
);
